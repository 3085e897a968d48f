import Foundation
import GRDB
import NoteItCore

/// Appends to the log inside the transaction of the change that it records.
struct Log {
    let db: Database
    let now: Date

    init(_ db: Database, at now: Date) {
        self.db = db
        self.now = now
    }

    /// Everything of a new row but its offset.
    struct NewRow {
        var change: LogEntry.Change
        var type: ChangeType
        var subject: String
        var rev: Int?
        var course: Course.ID?
        var section: Section.ID?
        var audienceOnly = false
        var after: [Topic]
        var before: [Topic] = []
        var body: String?
        /// Of an event or a reply, as staff see them.
        var author: Author?
    }

    /// The offset is taken from the counter row, inside the transaction: dense, in the order of commits.
    @discardableResult
    func append(_ row: NewRow) throws -> Int64 {
        guard let offset: Int64 = try db.value("UPDATE log_head SET head = head + 1 WHERE id = 1 RETURNING head") else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "log_head has no row")
        }
        try db.run(
            """
            INSERT INTO log ("offset", written_at, op, type, subject, rev, course_id, section_id, audience_only, staff_author, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            offset, now.seconds, row.change.rawValue, row.type.rawValue, row.subject, row.rev, row.course, row.section,
            row.audienceOnly, try row.author.map { try JSONCoding.string($0) }, row.body)
        let (after, before) = (Set(row.after), Set(row.before))
        for topic in after.union(before) {
            try db.run(
                #"INSERT INTO log_topic (topic, "offset", after, before) VALUES (?, ?, ?, ?)"#,
                topic.rawValue, offset, after.contains(topic), before.contains(topic))
        }
        return offset
    }

    /// An upsert that holds no body: its readers get the event or reply as it stands when they read. For what follows from
    /// something else (a grant, a name), so that one small request does not copy a course.
    func refer(to type: ChangeType, _ subject: String, in course: Course.ID, after: [Topic]) throws {
        try append(NewRow(change: .upsert, type: type, subject: subject, course: course, after: after))
    }

    /// News for one person alone, without a body.
    func tell(
        _ account: Account.ID, _ change: LogEntry.Change, _ type: ChangeType, _ subject: String, course: Course.ID?,
        section: Section.ID? = nil
    ) throws
        -> Int64
    {
        try append(
            NewRow(change: change, type: type, subject: subject, course: course, section: section, after: [.account(account)]))
    }

    /// News for one person alone: something that they can see now.
    func show(_ account: Account.ID, _ body: some Encodable, _ type: ChangeType, _ subject: String, course: Course.ID?) throws {
        try append(
            NewRow(
                change: .upsert, type: type, subject: subject, rev: nil, course: course, after: [.account(account)],
                body: try JSONCoding.string(body)))
    }
}
