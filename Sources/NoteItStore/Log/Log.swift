import Foundation
import NoteItCore

/// Appends to the log, inside the transaction of the change that it records. A row names its subject and who may see it, never
/// the content: a reader of the row gets the subject as it is at that time.
struct Log {
    let db: SQLConnection
    let now: Date

    /// What no derived calendar is made from.
    private static let undated: Set<ChangeType> = [
        .personalEvent, .calendarImport, .notification, .mark, .reply, .seatWatch, .record, .degreePlan, .planReply,
        .preferences,
    ]

    /// Takes the offset from the counter row inside the transaction, so that offsets are dense and in the order of commits.
    /// - Parameters:
    ///   - after: the topics that may see the subject now.
    ///   - before: the topics that could see it before; nil if they are the same.
    ///   - follows: whether more changes with the subject: see `LogExpansion`.
    ///   - dates: whether someone's derived calendars may differ by it: see `CalendarFollowing.hasNews`.
    /// - Returns: the offset.
    @discardableResult
    func append(
        _ type: ChangeType, _ subject: String, _ change: LogChange = .changed, course: Course.ID? = nil,
        section: Section.ID? = nil, after: [Topic], before: [Topic]? = nil, follows: Bool = false, dates: Bool = true
    ) throws -> Int64 {
        try db.send("UPDATE log_head SET head = head + 1 WHERE id = 1")
        let offset: Int64 = try stored(try db.value("SELECT head FROM log_head WHERE id = 1"))
        try db.send(
            """
            INSERT INTO log ("offset", written_at, op, type, subject, course_id, section_id, follows, after, before)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            offset, now.seconds, change.rawValue, type.rawValue, subject, course, section, follows, LogRow.text(after),
            before.map(LogRow.text))
        for topic in Set(after).union(before ?? []) {
            try db.send(
                #"INSERT INTO log_topic (topic, "offset", dates) VALUES (?, ?, ?)"#, topic.rawValue, offset,
                dates && !Self.undated.contains(type))
        }
        return offset
    }

    /// Logs a change to something of one person's.
    @discardableResult
    func changed(_ type: ChangeType, _ subject: String, of account: Account.ID, follows: Bool = false) throws -> Int64 {
        try append(type, subject, after: [.account(account)], follows: follows)
    }

    /// Logs a change to an event, or to a reply or a removal in its thread.
    func changed(
        _ type: ChangeType, _ subject: String, in event: StoredEvent, before: [Topic]? = nil, follows: Bool = false
    ) throws {
        try append(
            type, subject, course: event.event.course, after: event.audience.topics, before: before, follows: follows)
    }

    /// Logs a new, edited or deleted event. One that has no due date, and had none, is in no calendar.
    /// - Parameters:
    ///   - old: the event before, if its audience or its title may differ.
    ///   - isGone: whether it was deleted.
    ///   - dates: false if what calendars show of it is the same, as after a reply.
    func changed(
        _ event: StoredEvent, from old: StoredEvent? = nil, isGone: Bool = false, dates: Bool = true
    ) throws {
        let (after, before) = (isGone ? [] : event.audience.topics, old?.audience.topics)
        let isMoved = before.map { Set($0) != Set(after) } ?? false
        // Removals in a thread show the title of the event.
        let names = try old.map { try !identical($0.event.title, event.event.title) } ?? false
        let follows = try isMoved || names && RemovalRow.isAny(inThreadOf: event.event.id, db)
        try append(
            .event, event.event.id.description, course: event.event.course, after: after, before: isMoved ? before : nil,
            follows: follows, dates: dates && (event.event.due != nil || old?.event.due != nil))
    }

    /// Logs a new name of a person, or a new role in a course: that they joined or left its staff. One row serves all courses in
    /// which they wrote, with or without their name, and it is written whether or not they wrote anything there, so that rows
    /// reveal no anonymous posts. It also serves everyone who has a degree plan or a private event that shows the name.
    /// - Parameter course: where the role is new; nil for a new name.
    func renamed(_ account: Account.ID, in course: Course.ID? = nil) throws {
        let courses: [Course.ID] =
            try course.map { [$0] }
            ?? db.column(
                """
                SELECT course_id FROM event WHERE author_id = ?
                UNION SELECT e.course_id FROM reply r JOIN event e ON e.id = r.event_id WHERE r.author_id = ?
                """, account, account)
        let plans = try course == nil ? DegreePlanRow.readers(of: account, db) : []
        let people = unique([account] + plans + (try keepers(of: account, in: course)))
        try append(
            .account, account.description, course: course, after: people.map(Topic.account) + courses.map(Topic.course),
            follows: true)
    }

    /// The authors of private events to which a person replied by name: they keep these events after they leave the course.
    private func keepers(of account: Account.ID, in course: Course.ID?) throws -> [Account.ID] {
        try db.column(
            """
            SELECT DISTINCT e.author_id FROM reply r JOIN event e ON e.id = r.event_id
            WHERE r.author_id = ? AND r.alias IS NULL AND r.deleted_at IS NULL AND e.visibility = 'private'
                AND e.deleted_at IS NULL AND (CAST(? AS TEXT) IS NULL OR e.course_id = ?)
            """, account, course, course)
    }
}
