import Foundation
import NoteItCore

extension SQLStore {
    public func send(_ new: NewNotice, by account: Account.ID) async throws -> (events: [Event], created: Bool) {
        try await commit { tx in
            if let id = new.id, let earlier = try NoticeRow.events(ofSending: id, by: account, tx.db) {
                return (earlier, false)
            }
            let sending = new.id ?? .make(at: tx.now)
            let events = try targets(of: new, by: account, tx.db).map { target in
                let notice = NewEvent(
                    title: new.title, body: new.body, kind: .notice, due: new.due, sections: target.sections,
                    publishAt: new.publishAt)
                let poster = try stored(try Poster.find(account, in: target.course, tx.db))
                let event = try EventRow.insert(notice, in: target.course, by: poster, mustRead: new.mustRead ?? false, tx)
                try tx.log.changed(event)
                try EventNotifier(stored: event, actor: account, tx: tx).posted(hasFollowers: poster.hasFollowers)
                try tx.db.send("UPDATE notice SET sending = ? WHERE event_id = ?", sending, event.id)
                return try event.seen(byInsider: poster.membership.isInsider(of: event.audience)).namingUnknown(
                    in: event, tx.db)
            }
            return (events, true)
        }
    }

    public func reach(of new: NewNotice, by account: Account.ID) async throws -> NoticeReach {
        try await read { db in
            let readers = try targets(of: new, by: account, db).map { target in
                let audience = Audience(
                    course: target.course, sections: target.sections, visibility: .public, author: account)
                return try Recipients.of(audience, in: target.course, db)
            }
            return NoticeReach(people: readers.reduce(into: Set()) { $0.formUnion($1) }.subtracting([account]).count)
        }
    }

    public func receipts(of notice: Event.ID, by account: Account.ID) async throws -> NoticeReceipts {
        try await read { db in
            let (stored, isInsider) = try EventRow.require(notice, seenBy: account, db)
            guard stored.event.kind == .notice else { throw DomainError.notFound("notice \(notice)") }
            guard isInsider || stored.author.id == account else { throw DomainError.onlySenderAndStaffSeeCount }
            let (readers, seen) = try NoticeRow.readers(of: stored, db)
            return NoticeReceipts(people: readers.count, seen: readers.intersection(seen).count)
        }
    }

    public func unseen(of notice: Event.ID, page: PageRequest, by account: Account.ID) async throws -> Page<Author> {
        let after = try PageToken.parts(page.after, count: 2)
        return try await read { db in
            let (stored, isInsider) = try EventRow.require(notice, seenBy: account, db)
            guard stored.event.kind == .notice else { throw DomainError.notFound("notice \(notice)") }
            guard isInsider else { throw DomainError.onlyStaffInChargeSeeUnseen }
            guard stored.event.mustRead else {
                throw DomainError.conflict(
                    "It was not sent as \"must read\", so its readers were not told that staff see this.")
            }
            let (readers, seen) = try NoticeRow.readers(of: stored, db)
            // As in the roster, staff of some sections see the people in these.
            let membership = try Membership.find(account, in: stored.event.course, db)
            let scope: [Section.ID]? = membership.flatMap { $0.isWholeStaff ? nil : Array($0.staffSections) }
            let found: [Author] = try db.decoded(
                """
                SELECT a.id, a.display_name, \(CourseRole.sqlInOneCourse(of: "a")), a.email, a.handle FROM account a
                WHERE a.id IN (SELECT value FROM json_each(?)) AND (CAST(? AS TEXT) IS NULL OR (a.display_name, a.id) > (?, ?))
                    AND (CAST(? AS TEXT) IS NULL OR EXISTS (
                        SELECT 1 FROM enrollment n WHERE n.account_id = a.id AND n.course_id = ?
                            AND n.section_id IN (SELECT value FROM json_each(?))))
                ORDER BY a.display_name, a.id LIMIT ?
                """,
                [
                    stored.event.course, try jsonArray(readers.subtracting(seen)), after?[0], after?[0], after?[1],
                    try scope.map { try jsonArray($0) }, stored.event.course, try jsonArray(scope ?? []), page.limit + 1,
                ]
            ) { row in
                Author(
                    id: row[0], displayName: row[1], role: try NoteItStore.stored(Account.Role(rawValue: row[2])),
                    email: row[3],
                    handle: row[4])
            }
            let items = Array(found.prefix(page.limit))
            let last = found.count > page.limit ? items.last : nil
            return Page(items: items, next: try last.map { try PageToken.make([$0.displayName, $0.id.description]) })
        }
    }
}

/// A course, or some sections of it, to which a notice goes.
private struct NoticeTarget {
    var course: Course.ID
    /// None for the whole course.
    var sections: [Section.ID]
}

/// One target for each course, in the order of their ids. A course that is named goes before its sections.
private func targets(of new: NewNotice, by account: Account.ID, _ db: SQLConnection) throws -> [NoticeTarget] {
    let whole = Set(new.courses ?? [])
    for course in whole.sorted() where try db.first("SELECT 1 FROM course WHERE id = ?", course) == nil {
        throw DomainError.invalid("courses", "\(course.shown) is not a course")
    }
    let homes = try CourseRow.courses(of: new.sections ?? [], db)
    return try whole.union(homes.values).sorted().map { course in
        guard let membership = try Membership.find(account, in: course, db), membership.isStaff else {
            throw DomainError.onlyStaffSendNotices(to: course)
        }
        let sections = whole.contains(course) ? [] : homes.filter { $0.value == course }.keys.sorted()
        guard membership.mayNotify(sections) else {
            throw whole.contains(course)
                ? DomainError.invalid(
                    "courses", "must be courses of which you are staff as a whole; name your sections of \(course)")
                : DomainError.invalid("sections", "must be sections of \(course) of which you are staff")
        }
        return NoticeTarget(course: course, sections: sections)
    }
}

/// The state of a notice that its event does not hold.
enum NoticeRow {
    /// Stores the event's activity: people who have seen that have seen the present text.
    static func keep(_ event: Event, _ db: SQLConnection) throws {
        try db.send(
            """
            INSERT INTO notice (event_id, activity) VALUES (?, ?)
            ON CONFLICT (event_id) DO UPDATE SET activity = excluded.activity
            """, event.id, event.activity)
    }

    /// The people who can see a notice, without its sender, and those who have seen its present text.
    static func readers(
        of notice: StoredEvent, _ db: SQLConnection
    ) throws -> (all: Set<Account.ID>, seen: Set<Account.ID>) {
        let id = notice.event.id
        return (
            try Recipients.of(notice, db).subtracting([notice.author.id]),
            try Recipients.seeing(id, from: try activity(of: id, db), db)
        )
    }

    /// The activity of the event at which the present text was written.
    static func activity(of notice: Event.ID, _ db: SQLConnection) throws -> Int {
        try db.value("SELECT activity FROM notice WHERE event_id = ?", notice) ?? 1
    }

    /// The events that were sent under this id; nil if the id is free. Throws `.conflict` if another person used it.
    static func events(ofSending id: Notice.ID, by account: Account.ID, _ db: SQLConnection) throws -> [Event]? {
        let sent = try db.all(
            """
            SELECT e.id, e.author_id, e.deleted_at FROM notice n JOIN event e ON e.id = n.event_id
            WHERE n.sending = ? ORDER BY e.course_id
            """, id)
        if sent.isEmpty { return nil }
        guard sent.allSatisfy({ $0["author_id"] as Account.ID == account }) else {
            throw DomainError.taken(id)
        }
        return try sent.filter { $0.dateIfPresent("deleted_at") == nil }.map { row in
            let (stored, isInsider) = try EventRow.require(row["id"], seenBy: account, db)
            return stored.seen(byInsider: isInsider)
        }
    }
}
