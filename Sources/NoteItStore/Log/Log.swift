import Foundation
import GRDB
import NoteItCore

/// Appends to the log inside the transaction of the change that it records. A row names its subject and who may see it, never
/// what the subject says: whoever reads the row gets the subject as it is then.
struct Log {
    let db: Database
    let now: Date

    init(_ db: Database, at now: Date) {
        self.db = db
        self.now = now
    }

    /// Everything of a new row but its offset.
    struct NewRow {
        var change = LogChange.changed
        var type: ChangeType
        var subject: String
        var course: Course.ID?
        var section: Section.ID?
        /// Who may see the subject now.
        var after: [Topic]
        /// Who could see it before; nil: the same.
        var before: [Topic]?
        /// Whether more than the subject is different by it: see `LogExpansion`.
        var follows = false
    }

    /// The offset is taken from the counter row, inside the transaction: dense, in the order of commits.
    @discardableResult
    func append(_ row: NewRow) throws -> Int64 {
        guard let offset: Int64 = try db.value("UPDATE log_head SET head = head + 1 WHERE id = 1 RETURNING head") else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "log_head has no row")
        }
        try db.run(
            """
            INSERT INTO log ("offset", written_at, op, type, subject, course_id, section_id, follows, after, before)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            offset, now.seconds, row.change.rawValue, row.type.rawValue, row.subject, row.course, row.section, row.follows,
            LogRow.text(row.after), row.before.map(LogRow.text))
        for topic in Set(row.after).union(row.before ?? []) {
            try db.run(#"INSERT INTO log_topic (topic, "offset") VALUES (?, ?)"#, topic.rawValue, offset)
        }
        return offset
    }

    /// Something of one person's is different.
    func changed(_ type: ChangeType, _ subject: String, of account: Account.ID) throws {
        try append(NewRow(type: type, subject: subject, after: [.account(account)]))
    }

    /// A new, edited, deleted or restored event.
    /// - Parameters:
    ///   - old: what it was before, if its audience or its title may be another now.
    ///   - isGone: whether it was deleted.
    func changed(_ event: StoredEvent, from old: StoredEvent? = nil, isGone: Bool = false) throws {
        let (after, before) = (isGone ? [] : event.audience.topics, old?.audience.topics)
        let isMoved = before.map { Set($0) != Set(after) } ?? false
        // What staff removed from a thread names the event's title.
        let names = try old.map { try !identical($0.event.title, event.event.title) } ?? false
        let follows = try isMoved || names && RemovalRow.isAny(inThreadOf: event.event.id, db)
        try append(
            NewRow(
                type: .event, subject: event.event.id.description, course: event.event.course, after: after,
                before: isMoved ? before : nil, follows: follows))
    }

    /// An event is back, with its thread, for everyone who may see it.
    func restored(_ event: StoredEvent) throws {
        try append(
            NewRow(
                type: .event, subject: event.event.id.description, course: event.event.course, after: event.audience.topics,
                before: [], follows: true))
    }

    /// A new, edited, deleted or restored reply.
    /// - Parameter follows: whether it was deleted or restored.
    func changed(_ reply: Reply.ID, in event: StoredEvent, follows: Bool = false) throws {
        try append(
            NewRow(
                type: .reply, subject: reply.description, course: event.event.course, after: event.audience.topics,
                follows: follows))
    }

    /// What a person wrote has another name on it. One row for all courses in which they wrote, under whatever name: rows that
    /// are counted say nothing of what was anonymous.
    func renamed(_ account: Account.ID) throws {
        let courses: [Course.ID] = try db.column(
            """
            SELECT course_id FROM event WHERE author_id = ?
            UNION SELECT e.course_id FROM reply r JOIN event e ON e.id = r.event_id WHERE r.author_id = ?
            """, account, account)
        try append(
            NewRow(
                type: .account, subject: account.description, after: [.account(account)] + courses.map(Topic.course),
                follows: true))
    }
}
