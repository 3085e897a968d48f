import Foundation
import NoteItCore

import struct NoteItCore.Notification

/// A notification to everyone who could see a notice when it was sent: one row for any number of people, each of whom has it in
/// their inbox. A receipt holds the state of one person, such as when they read it.
struct BroadcastRow {
    let id: Notification.ID
    let event: Event.ID
    let audience: Audience
    /// As a person without a receipt sees it.
    let notification: Notification

    private static let select = """
        SELECT b.id, b.event_id, b.course_id, b."offset", b.topics, b.told, b.created_at, e.visibility, e.author_id,
            (SELECT group_concat(s.section_id, ' ') FROM event_section s WHERE s.event_id = e.id), e.number
        FROM broadcast b JOIN event e ON e.id = b.event_id
        """

    private init(_ row: Row, _ db: SQLConnection) throws {
        (id, event) = (row[0], row[1])
        let course: Course.ID = row[2]
        var audience = Audience(
            course: course, sections: Section.ID.list(row[9]),
            visibility: try stored(Event.Visibility(rawValue: row[7])), author: row[8])
        audience.insiders = []
        let hidden: [Account.ID] = try db.column(
            "SELECT account_id FROM broadcast_receipt WHERE broadcast_id = ? AND read_at IS NULL", id)
        audience.moment = Audience.Moment(
            offset: row[3], topics: LogRow.topics(row[4]), told: LogRow.topics(row[5]), except: Set(hidden))
        self.audience = audience
        notification = Notification(
            id: id, kind: .notice, course: course, event: event, number: row[10],
            createdAt: Date(timeIntervalSince1970: TimeInterval(row[6] as Int64)), readAt: nil)
    }

    /// Nil if its notice is gone.
    static func find(_ id: Notification.ID, _ db: SQLConnection) throws -> BroadcastRow? {
        try db.decoded("\(select) WHERE b.id = ? AND e.deleted_at IS NULL", [id]) { try BroadcastRow($0, db) }.first
    }

    /// As it is in one person's inbox; nil if it is not there.
    static func find(_ id: Notification.ID, of account: Account.ID, _ db: SQLConnection) throws -> Notification? {
        guard let found = try find(id, db) else { return nil }
        return try found.notification(to: try EnrollmentRow.interest(of: account, db), db)
    }

    /// The broadcasts in a person's inbox, newest first.
    static func all(of account: Account.ID, _ db: SQLConnection) throws -> [Notification] {
        let interest = try EnrollmentRow.interest(of: account, db)
        let rows = try db.decoded(
            """
            \(select) WHERE b.course_id IN (SELECT course_id FROM enrollment WHERE account_id = ?) AND e.deleted_at IS NULL
            ORDER BY b.created_at DESC, b.id DESC
            """, [account]
        ) { try BroadcastRow($0, db) }
        return try rows.compactMap { try $0.notification(to: interest, db) }
    }

    /// The people who have read it.
    static func readers(of id: Notification.ID, _ db: SQLConnection) throws -> [Account.ID] {
        try db.column(
            "SELECT account_id FROM broadcast_receipt WHERE broadcast_id = ? AND read_at IS NOT NULL ORDER BY account_id", id)
    }

    private func notification(to interest: Interest, _ db: SQLConnection) throws -> Notification? {
        guard interest.sees(audience) else { return nil }
        var notification = notification
        notification.readAt = try db.first(
            "SELECT read_at FROM broadcast_receipt WHERE account_id = ? AND broadcast_id = ?", interest.account, id
        )?.dateIfPresent("read_at")
        return notification
    }
}

extension BroadcastRow {
    /// Sends a notice to everyone who may see it now.
    /// - Parameters:
    ///   - told: the audience that was told before.
    ///   - hidden: the people who are not told.
    static func send(
        _ notice: StoredEvent, beyond told: Audience?, hiddenFrom hidden: Set<Account.ID>, _ tx: Transaction
    ) throws {
        let id = Notification.ID.make(at: tx.now, counter: try LogRow.head(tx.db).head)
        let (event, topics) = (notice.event, notice.audience.topics)
        let offset = try tx.log.append(.notification, id.description, course: event.course, after: topics)
        try tx.db.send(
            """
            INSERT INTO broadcast (id, event_id, course_id, "offset", topics, told, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)
            """, id, event.id, event.course, offset, LogRow.text(topics), LogRow.text(told?.topics ?? []), tx.now.seconds)
        for account in hidden {
            try tx.db.send("INSERT INTO broadcast_receipt (account_id, broadcast_id) VALUES (?, ?)", account, id)
        }
    }

    /// Marks it as read, if it is in this person's inbox and unread.
    static func read(_ id: Notification.ID, by account: Account.ID, _ tx: Transaction) throws {
        guard let found = try BroadcastRow.find(id, of: account, tx.db), found.readAt == nil else { return }
        try tx.db.send(
            "INSERT INTO broadcast_receipt (account_id, broadcast_id, read_at) VALUES (?, ?, ?)", account, id, tx.now.seconds)
        try tx.log.changed(.notification, id.description, of: account)
    }

    static func read(about event: Event.ID, by account: Account.ID, _ tx: Transaction) throws {
        for id in try tx.db.column("SELECT id FROM broadcast WHERE event_id = ? ORDER BY id", event) as [Notification.ID] {
            try read(id, by: account, tx)
        }
    }
}
