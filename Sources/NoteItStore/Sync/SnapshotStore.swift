import Foundation
import NoteItCore

extension SQLStore {
    public func snapshot(
        next: String?, limit: Int, by account: Account.ID, only course: Course.ID?
    ) async throws -> Snapshot {
        let start = try SnapshotPosition.parse(next)
        return try await read { db in
            let head = try LogRow.head(db)
            let cursor = start?.cursor ?? head.cursor
            if let expiry = head.expiry(of: cursor) { throw DomainError.expired(expiry) }
            var page = SnapshotPage(after: start?.position, limit: limit, of: account, only: course, db)
            let tasks = try page.tasks()
            let personalEvents = try page.personalEvents()
            let (plans, planReplies) = (try page.plans(), try page.planReplies())
            let marks = try page.marks()
            let events = try page.events()
            let replies = try page.replies()
            let isFirst = start == nil
            let isWhole = isFirst && course == nil
            let isWanted = { (found: Course.ID) in course == nil || found == course }
            let enrollments = try isFirst ? EnrollmentRow.all(of: account, db).filter { isWanted($0.course) } : []
            return Snapshot(
                cursor: cursor.description, account: try AccountRow.require(account, db), enrollments: enrollments,
                courses: try CourseRow.load(unique(enrollments.map(\.course)), db),
                notifications: try isWhole ? NotificationRow.all(of: account, db) : [],
                seatWatches: try isWhole ? SeatWatchRow.all(of: account, db) : [],
                marks: marks, preferences: try isWhole ? PreferencesRow.find(of: account, db) : nil,
                removals: try isFirst ? RemovalRow.seen(by: account, db).filter { isWanted($0.course) } : [],
                studySettings: isWhole ? try StudySettingsRow.find(of: account, db) : nil,
                studyPlan: isWhole ? try StudyPlanRow.plan(of: account, db) : nil, tasks: tasks,
                record: isWhole ? try RecordRow.find(of: account, db) : nil, plans: plans, planReplies: planReplies,
                personalEvents: personalEvents, calendarImports: isWhole ? try CalendarImportRow.all(of: account, db) : [],
                events: events, replies: replies, next: try page.end.map { try $0.token(cursor) })
        }
    }
}

/// Where a page of a snapshot ends: after an item of a stage. The stages come in their order here.
private struct SnapshotPosition {
    enum Stage: String, CaseIterable, Comparable {
        case tasks, personalEvents, plans, planReplies, marks, events, replies

        private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

        static func < (left: Self, right: Self) -> Bool { left.place < right.place }
    }

    var stage: Stage
    /// The task, the personal event, the plan of it or of a comment, the event of a mark, or the course of an event or a reply.
    var id: String
    /// The number of an event; the second in which a task was created.
    var event = 0
    /// The number of a reply or of a comment on a plan.
    var reply = 0

    init(_ stage: Stage, _ id: String, event: Int = 0, reply: Int = 0) {
        (self.stage, self.id, self.event, self.reply) = (stage, id, event, reply)
    }

    /// With the cursor of the snapshot. Nil for nil. Throws `.invalid` for a token that was not made here.
    static func parse(_ token: String?) throws -> (cursor: LogCursor, position: SnapshotPosition)? {
        guard let parts = try PageToken.parts(token, count: 5, field: "next") else { return nil }
        guard let cursor = LogCursor(parts[0]), let stage = Stage(rawValue: parts[1]), let event = Int(parts[3]),
            let reply = Int(parts[4])
        else { throw DomainError.notANext("next") }
        return (cursor, SnapshotPosition(stage, parts[2], event: event, reply: reply))
    }

    func token(_ cursor: LogCursor) throws -> String {
        try PageToken.make([cursor.description, stage.rawValue, id, "\(event)", "\(reply)"])
    }
}

/// One page, filled stage by stage up to its limit of items or bytes.
private struct SnapshotPage {
    private let start: SnapshotPosition?
    private let account: Account.ID
    /// The only course that is wanted; nil for all, with the person's own things.
    private let only: Course.ID?
    private let db: SQLConnection
    private var left: Int
    private var budget = PageBudget()
    /// Where the page ends; nil at the end of the snapshot.
    private(set) var end: SnapshotPosition?
    /// The position of the last item on the page.
    private var last: SnapshotPosition?

    init(after start: SnapshotPosition?, limit: Int, of account: Account.ID, only: Course.ID?, _ db: SQLConnection) {
        (self.start, self.account, self.only, self.db, left) = (start, account, only, db, limit)
        last = start
    }

    /// Whether one more item fits. If not, the page ends before it.
    private mutating func takes(_ size: Int, at position: SnapshotPosition) -> Bool {
        guard end == nil, left > 0, budget.takes(size) else {
            end = end ?? last
            return false
        }
        left -= 1
        last = position
        return true
    }

    /// Whether the page has room for items of a stage that were not on earlier pages.
    private func reaches(_ stage: SnapshotPosition.Stage) -> Bool {
        (only == nil || stage >= .events) && end == nil && start.map { $0.stage <= stage } ?? true
    }

    mutating func tasks() throws -> [StudyTask] {
        guard reaches(.tasks) else { return [] }
        let sql = """
            \(TaskRow.select)
            WHERE t.account_id = ? AND (t.created_at, t.id) > (?, ?) ORDER BY t.created_at, t.id LIMIT ?
            """
        var found: [StudyTask] = []
        try db.rows(sql, [account, start?.event ?? .min, start?.id ?? "", left + 1]) { row in
            let task = try TaskRow.decode(row, db)
            let position = SnapshotPosition(.tasks, task.id.description, event: Int(task.createdAt.seconds))
            guard takes(task.size, at: position) else { return false }
            found.append(task)
            return true
        }
        return found
    }

    mutating func personalEvents() throws -> [PersonalEvent] {
        guard reaches(.personalEvents) else { return [] }
        let after = start?.stage == .personalEvents ? start?.id : nil
        var found: [PersonalEvent] = []
        try PersonalEventRow.each(of: account, after: after ?? "", limit: left + 1, db) { event in
            guard takes(event.size, at: SnapshotPosition(.personalEvents, event.id.description)) else { return false }
            found.append(event)
            return true
        }
        return found
    }

    mutating func plans() throws -> [DegreePlan] {
        guard reaches(.plans) else { return [] }
        let sql = """
            \(DegreePlanRow.select)
            WHERE p.id IN \(DegreePlanRow.candidates) AND p.id > ? AND \(Visibility.plan(heldBy: "?")) ORDER BY p.id LIMIT ?
            """
        let after = start?.stage == .plans ? start?.id : nil
        var found: [DegreePlan] = []
        try db.rows(sql, [account, account, after ?? "", account, account, left + 1]) { row in
            let plan = try DegreePlanRow.decode(row)
            guard takes(plan.size, at: SnapshotPosition(.plans, plan.id.description)) else { return false }
            found.append(plan)
            return true
        }
        return found
    }

    mutating func planReplies() throws -> [PlanReply] {
        guard reaches(.planReplies) else { return [] }
        let sql = """
            \(PlanReplyRow.selectWithPlan)
            WHERE r.plan_id IN \(DegreePlanRow.candidates) AND (r.plan_id, r.number) > (?, ?) AND r.deleted_at IS NULL
                AND \(Visibility.plan(heldBy: "?"))
            ORDER BY r.plan_id, r.number LIMIT ?
            """
        let start = start?.stage == .planReplies ? start : nil
        var found: [PlanReply] = []
        try db.rows(sql, [account, account, start?.id ?? "", start?.reply ?? 0, account, account, left + 1]) { row in
            let reply = try PlanReplyRow.decode(row)
            let position = SnapshotPosition(.planReplies, reply.plan.description, reply: reply.number)
            guard takes(reply.size, at: position) else { return false }
            found.append(reply)
            return true
        }
        return found
    }

    mutating func marks() throws -> [EventMark] {
        guard reaches(.marks) else { return [] }
        let after = start?.stage == .marks ? start?.id : nil
        var found: [EventMark] = []
        for mark in try EventMarkRow.all(of: account, after: after ?? "", limit: left + 1, db)
        where takes(Self.markSize, at: SnapshotPosition(.marks, mark.event.description)) { found.append(mark) }
        return found
    }

    /// The size of one mark as JSON, roughly.
    private static let markSize = 256

    mutating func events() throws -> [Event] {
        guard reaches(.events) else { return [] }
        let sql = """
            \(EventRow.selectInOneCourse)
            WHERE e.course_id = ? AND e.number > ? AND \(Visibility.condition)
            ORDER BY e.number LIMIT ?
            """
        let start = start?.stage == .events ? start : nil
        var found: [Event] = []
        for membership in try memberships(from: start) where end == nil {
            let (course, isStart) = (membership.course, membership.course.text == start?.id)
            let number = isStart ? start?.event ?? 0 : 0
            try db.rows(sql, [course, course, number, account, account, left + 1]) { row in
                let stored = try EventRow.decodeStored(row, db)
                let position = SnapshotPosition(.events, course.text, event: stored.event.number)
                guard takes(stored.event.size, at: position) else { return false }
                found.append(stored.seen(byInsider: membership.isInsider(of: stored.audience)))
                return true
            }
        }
        return found
    }

    mutating func replies() throws -> [Reply] {
        guard reaches(.replies) else { return [] }
        let sql = """
            SELECT \(ReplyRow.Column.list), e.number
            FROM event e CROSS JOIN reply r JOIN account a ON a.id = r.author_id
            WHERE e.course_id = ? AND r.event_id = e.id AND (e.number, r.number) > (?, ?) AND r.deleted_at IS NULL
                AND \(Visibility.condition)
            ORDER BY e.number, r.number LIMIT ?
            """
        let start = start?.stage == .replies ? start : nil
        var found: [Reply] = []
        for membership in try memberships(from: start) where end == nil {
            let (course, isStart) = (membership.course, membership.course.text == start?.id)
            let (event, reply) = isStart ? (start?.event ?? 0, start?.reply ?? 0) : (0, 0)
            var thread: (event: Event.ID, isInsider: Bool)?
            try db.rows(sql, [course, event, reply, account, account, left + 1]) { row in
                let stored = try ReplyRow.decodeStored(row)
                let position = SnapshotPosition(
                    .replies, course.text, event: row[ReplyRow.Column.allCases.count], reply: stored.reply.number)
                guard takes(stored.reply.size, at: position) else { return false }
                if thread?.event != stored.reply.event {
                    let shape = try EventShape.find(stored.reply.event, db)
                    thread = (stored.reply.event, shape.map { membership.isInsider(of: $0.audience) } ?? false)
                }
                found.append(stored.seen(byInsider: thread?.isInsider ?? false))
                return true
            }
        }
        return found
    }

    /// The courses from the one of `start` on.
    private func memberships(from start: SnapshotPosition?) throws -> [Membership] {
        try Membership.all(of: account, db).filter { membership in
            (only == nil || membership.course == only) && start.map { membership.course >= Course.ID($0.id) } ?? true
        }
    }
}
