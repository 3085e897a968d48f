import Foundation
import NoteItCore

/// Appends to the log, inside the transaction of the change that it records. A row names its subject and who may see it, never
/// the content: a reader of the row gets the subject as it is at that time.
struct Log {
    let db: SQLConnection
    let now: Date

    /// A new row without its offset.
    struct NewRow {
        var change = LogChange.changed
        var type: ChangeType
        var subject: String
        var course: Course.ID?
        var section: Section.ID?
        /// The topics that may see the subject now.
        var after: [Topic]
        /// The topics that could see it before; nil if they are the same.
        var before: [Topic]?
        /// Whether more changes with the subject: see `LogExpansion`.
        var follows = false
        /// Whether someone's derived calendars may differ by it: see `CalendarFollowing.hasNews`.
        var dates = true
    }

    /// What no derived calendar is made from.
    private static let undated: Set<ChangeType> = [
        .personalEvent, .calendarImport, .notification, .mark, .reply, .seatWatch, .record, .degreePlan, .planReply,
        .preferences,
    ]

    /// Takes the offset from the counter row inside the transaction, so that offsets are dense and in the order of commits.
    @discardableResult
    func append(_ row: NewRow) throws -> Int64 {
        try db.send("UPDATE log_head SET head = head + 1 WHERE id = 1")
        let offset: Int64 = try stored(try db.value("SELECT head FROM log_head WHERE id = 1"))
        try db.send(
            """
            INSERT INTO log ("offset", written_at, op, type, subject, course_id, section_id, follows, after, before)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            offset, now.seconds, row.change.rawValue, row.type.rawValue, row.subject, row.course, row.section, row.follows,
            LogRow.text(row.after), row.before.map(LogRow.text))
        for topic in Set(row.after).union(row.before ?? []) {
            try db.send(
                #"INSERT INTO log_topic (topic, "offset", dates) VALUES (?, ?, ?)"#, topic.rawValue, offset,
                row.dates && !Self.undated.contains(row.type))
        }
        return offset
    }

    /// Logs a change to something of one person's.
    @discardableResult
    func changed(_ type: ChangeType, _ subject: String, of account: Account.ID) throws -> Int64 {
        try append(NewRow(type: type, subject: subject, after: [.account(account)]))
    }

    /// Logs a change to an event, or to a reply or a removal in its thread.
    /// - Parameters:
    ///   - before: the topics that could see the subject before; nil if they are the same.
    ///   - follows: whether more changes with the subject: see `LogExpansion`.
    func changed(
        _ type: ChangeType, _ subject: String, in event: StoredEvent, before: [Topic]? = nil, follows: Bool = false
    ) throws {
        try append(
            NewRow(
                type: type, subject: subject, course: event.event.course, after: event.audience.topics, before: before,
                follows: follows))
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
            NewRow(
                type: .event, subject: event.event.id.description, course: event.event.course, after: after,
                before: isMoved ? before : nil, follows: follows,
                dates: dates && (event.event.due != nil || old?.event.due != nil)))
    }

    /// Logs a new name of a person. One row serves all courses in which they wrote, with or without their name, so that the
    /// number of rows reveals no anonymous posts. It also serves everyone who has a degree plan or a private event that shows the
    /// name.
    func renamed(_ account: Account.ID) throws {
        let courses: [Course.ID] = try db.column(
            """
            SELECT course_id FROM event WHERE author_id = ?
            UNION SELECT e.course_id FROM reply r JOIN event e ON e.id = r.event_id WHERE r.author_id = ?
            """, account, account)
        let people = unique([account] + (try DegreePlanRow.readers(of: account, db)) + (try keepers(of: account)))
        try append(
            NewRow(
                type: .account, subject: account.description, after: people.map(Topic.account) + courses.map(Topic.course),
                follows: true))
    }

    /// Logs that a person joined or left the staff of a course: their posts there have a new role. Written whether or not there
    /// are any, so that the row reveals no anonymous posts.
    func roleChanged(of account: Account.ID, in course: Course.ID) throws {
        let people = unique([account] + (try keepers(of: account, in: course)))
        try append(
            NewRow(
                type: .account, subject: account.description, course: course,
                after: people.map(Topic.account) + [.course(course)], follows: true))
    }

    /// The authors of private events to which a person replied by name: they keep these events after they leave the course.
    private func keepers(of account: Account.ID, in course: Course.ID? = nil) throws -> [Account.ID] {
        try db.column(
            """
            SELECT DISTINCT e.author_id FROM reply r JOIN event e ON e.id = r.event_id
            WHERE r.author_id = ? AND r.alias IS NULL AND r.deleted_at IS NULL AND e.visibility = 'private'
                AND e.deleted_at IS NULL AND (CAST(? AS TEXT) IS NULL OR e.course_id = ?)
            """, account, course, course)
    }
}
