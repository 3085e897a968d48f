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
