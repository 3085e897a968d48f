import Foundation
import GRDB
import NoteItCore

import struct NoteItCore.Cursor

extension SQLiteStore {
    public func snapshot(next: String?, limit: Int, by account: Account.ID) async throws -> Snapshot {
        let start = try SnapshotPlace.parse(next)
        return try await read { db in
            let head = try LogRow.head(db)
            let cursor = start?.cursor ?? head.cursor
            if let expiry = head.expiry(of: cursor) { throw DomainError.expired(expiry) }
            var page = SnapshotPage(after: start?.place, limit: limit, of: account, db)
            let marks = try page.marks()
            let events = try page.events()
            let replies = try page.replies()
            let isFirst = start == nil
            let enrollments = try isFirst ? EnrollmentRow.all(of: account, db) : []
            return Snapshot(
                cursor: cursor.description, account: try requireAccount(account, db), enrollments: enrollments,
                courses: try CourseRow.load(unique(enrollments.map(\.course)), db),
                notifications: try isFirst ? NotificationRow.all(of: account, db) : [],
                seatWatches: try isFirst ? SeatWatchRow.all(of: account, db) : [],
                marks: marks,
                preferences: try isFirst ? PreferencesRow.find(of: account, db) : nil,
                removals: try isFirst ? RemovalRow.seen(by: account, db) : [],
                events: events, replies: replies, next: try page.end.map { try $0.token(cursor) })
        }
    }
}

/// Where a page of a snapshot ends: after a mark, then after an event, then after a reply.
private struct SnapshotPlace {
    enum Stage: String { case marks, events, replies }

    var stage: Stage
    /// Of a mark: its event. Else a course.
    var id: String
    var event = 0
    var reply = 0

    init(_ stage: Stage, _ id: String, event: Int = 0, reply: Int = 0) {
        (self.stage, self.id, self.event, self.reply) = (stage, id, event, reply)
    }

    /// Also the cursor of the snapshot. Nil for nil. Throws `.invalid` for a token that was not made here.
    static func parse(_ token: String?) throws -> (cursor: Cursor, place: SnapshotPlace)? {
        guard let parts = try PageToken.parts(token, count: 5, field: "next") else { return nil }
        guard let cursor = Cursor(parts[0]), let stage = Stage(rawValue: parts[1]), let event = Int(parts[3]),
            let reply = Int(parts[4])
        else { throw DomainError.invalid("next", "must be the `next` of the page before") }
        return (cursor, SnapshotPlace(stage, parts[2], event: event, reply: reply))
    }

    func token(_ cursor: Cursor) throws -> String {
        try PageToken.make([cursor.description, stage.rawValue, id, "\(event)", "\(reply)"])
    }
}

/// One page, filled stage by stage until there are enough items or bytes.
private struct SnapshotPage {
    private let start: SnapshotPlace?
    private let account: Account.ID
    private let db: Database
    private var left: Int
    private var budget = PageBudget()
    /// Where the page ends; nil at the end of the snapshot.
    private(set) var end: SnapshotPlace?
    /// The last that the page has.
    private var last: SnapshotPlace?

    init(after start: SnapshotPlace?, limit: Int, of account: Account.ID, _ db: Database) {
        (self.start, self.account, self.db, left) = (start, account, db, limit)
        last = start
    }

    /// Whether there is room for one more; else the page ends before it.
    private mutating func takes(_ size: Int, at place: SnapshotPlace) -> Bool {
        guard end == nil, left > 0, budget.takes(size) else {
            end = end ?? last
            return false
        }
        left -= 1
        last = place
        return true
    }

    mutating func marks() throws -> [EventMark] {
        guard start == nil || start?.stage == .marks else { return [] }
        var found: [EventMark] = []
        for mark in try EventMarkRow.all(of: account, after: start?.id ?? "", limit: left + 1, db)
        where takes(Self.markSize, at: SnapshotPlace(.marks, mark.event.description)) { found.append(mark) }
        return found
    }

    /// Of one mark as JSON.
    private static let markSize = 256

    mutating func events() throws -> [Event] {
        guard end == nil, start?.stage != .replies else { return [] }
        let sql = """
            \(EventRow.select)
            WHERE e.course_id = ? AND e.number > ? AND \(Visibility.condition)
            ORDER BY e.number LIMIT ?
            """
        let start = start?.stage == .events ? start : nil
        var found: [Event] = []
        for mine in try places(from: start) where end == nil {
            let number = mine.course == start?.id ? start?.event ?? 0 : 0
            try db.each(sql, [mine.course, number, account, account, left + 1]) { row in
                let stored = try EventRow.decode(row, db)
                guard takes(stored.event.size, at: SnapshotPlace(.events, mine.course, event: stored.event.number)) else {
                    return false
                }
                found.append(stored.seen(byInsider: mine.membership.isInsider(of: stored.audience)))
                return true
            }
        }
        return found
    }

    mutating func replies() throws -> [Reply] {
        guard end == nil else { return [] }
        let sql = """
            SELECT \(ReplyRow.Column.list), e.number
            FROM event e CROSS JOIN reply r ON r.event_id = e.id JOIN account a ON a.id = r.author_id
            WHERE e.course_id = ? AND (e.number, r.number) > (?, ?) AND r.deleted_at IS NULL AND \(Visibility.condition)
            ORDER BY e.number, r.number LIMIT ?
            """
        let start = start?.stage == .replies ? start : nil
        var found: [Reply] = []
        for mine in try places(from: start) where end == nil {
            let (event, reply) = mine.course == start?.id ? (start?.event ?? 0, start?.reply ?? 0) : (0, 0)
            var thread: (event: Event.ID, isInsider: Bool)?
            try db.each(sql, [mine.course, event, reply, account, account, left + 1]) { row in
                let stored = try ReplyRow.decode(row)
                let place = SnapshotPlace(
                    .replies, mine.course, event: row[ReplyRow.Column.allCases.count], reply: stored.reply.number)
                guard takes(stored.reply.size, at: place) else { return false }
                if thread?.event != stored.reply.event {
                    let shape = try EventShape.find(stored.reply.event, db)
                    thread = (stored.reply.event, shape.map { mine.membership.isInsider(of: $0.audience) } ?? false)
                }
                found.append(stored.seen(byInsider: thread?.isInsider ?? false))
                return true
            }
        }
        return found
    }

    /// The courses of which something may be left.
    private func places(from start: SnapshotPlace?) throws -> [Membership.Place] {
        try Membership.places(of: account, db).filter { mine in
            start.map { mine.course == $0.id || $0.id.utf8.lexicographicallyPrecedes(mine.course.utf8) } ?? true
        }
    }
}
