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

    /// The counter row changes with the transaction, so that offsets are dense and in the order of commits.
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
        let offset = try db.takeOffsets(1)
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
}

/// The offset of the log's newest row, as a transaction that holds the log's lock counts it. It is stored once for all its writes: PostgreSQL
/// keeps each version of a row until the transaction has ended, and walks through them all.
final class LogCounter {
    /// Nil before it is known.
    var head: Int64?
    fileprivate var stored: Int64?

    /// Begins at what the transaction found.
    func begin(at head: Int64?) { (self.head, stored) = (head, head) }
}

extension SQLConnection {
    /// The offset of the newest row. It is read only until it is known.
    func head() throws -> Int64 { try log.head ?? LogRow.head(self).head }

    /// Takes the next offsets of the log. Returns the last.
    func takeOffsets(_ count: Int) throws -> Int64 {
        let last = try head() + Int64(count)
        log.head = last
        return last
    }

    /// Stores what was counted. Returns the offset of the newest row.
    func storeHead() throws -> Int64 {
        let head = try head()
        if log.head != nil, head != log.stored { try send("UPDATE log_head SET head = ? WHERE id = 1", head) }
        log.stored = head
        return head
    }
}
