import Foundation
import NoteItCore

/// A notification to everyone who could see a notice when it was sent, except the people whom an earlier one of the same notice
/// reached: one row for any number of people, each of whom has it in their inbox. A receipt holds the state of one person, such
/// as when they read it.
struct BroadcastRow {
    let id: InboxNotification.ID
    let event: Event.ID
    let audience: Audience
    /// As a person without a receipt sees it.
    let notification: InboxNotification

    private static let select = """
        SELECT b.id, b.event_id, b.course_id, b."offset", b.created_at, e.visibility, e.author_id,
            (SELECT group_concat(s.section_id, ' ') FROM event_section s WHERE s.event_id = e.id), e.number
        FROM broadcast b JOIN event e ON e.id = b.event_id
        """

    /// - Parameter tellings: all of the event's, oldest first.
    private init(_ row: Row, _ tellings: [Audience.Moment]) throws {
        (id, event) = (row[0], row[1])
        let course: Course.ID = row[2]
        var audience = Audience(
            course: course, sections: Section.ID.list(row[7]),
            visibility: try stored(Event.Visibility(rawValue: row[5])), author: row[6])
        audience.insiders = []
        let offset: Int64 = row[3]
        audience.moments = Array(tellings.prefix { $0.offset <= offset })
        self.audience = audience
        notification = InboxNotification(
            id: id, kind: .notice, course: course, event: event, number: row[8],
            createdAt: Date(timeIntervalSince1970: TimeInterval(row[4] as Int64)), readAt: nil)
    }

    /// When an event was told of, and to whom, oldest first.
    static func tellings(of event: Event.ID, _ db: SQLConnection) throws -> [Audience.Moment] {
        try db.decoded(
            """
            SELECT b."offset", b.topics, b.told, (
                SELECT group_concat(r.account_id, ' ') FROM broadcast_receipt r
                WHERE r.broadcast_id = b.id AND r.read_at IS NULL)
            FROM broadcast b WHERE b.event_id = ? ORDER BY b."offset"
            """, [event]
        ) { row in
            let hidden = (row[3] as String?)?.split(separator: " ").compactMap { Account.ID(String($0)) } ?? []
            return Audience.Moment(
                offset: row[0], topics: LogRow.topics(row[1]), told: LogRow.topics(row[2]), except: Set(hidden))
        }
    }

    /// Nil if its notice is gone.
    static func find(_ id: InboxNotification.ID, _ db: SQLConnection) throws -> BroadcastRow? {
        try db.decoded("\(select) WHERE b.id = ? AND e.deleted_at IS NULL", [id]) {
            try BroadcastRow($0, tellings(of: $0[1], db))
        }.first
    }

    /// As it is in one person's inbox; nil if it is not there.
    static func find(_ id: InboxNotification.ID, of account: Account.ID, _ db: SQLConnection) throws -> InboxNotification? {
        guard let found = try find(id, db) else { return nil }
        return try found.notification(to: try EnrollmentRow.interest(of: account, db), db)
    }

    /// The broadcasts in a person's inbox, newest first.
    static func all(of account: Account.ID, _ db: SQLConnection) throws -> [InboxNotification] {
        let interest = try EnrollmentRow.interest(of: account, db)
        var tellings: [Event.ID: [Audience.Moment]] = [:]
        let rows = try db.decoded(
            """
            \(select) WHERE b.course_id IN (SELECT course_id FROM enrollment WHERE account_id = ?) AND e.deleted_at IS NULL
            ORDER BY b.created_at DESC, b.id DESC
            """, [account]
        ) { row in
            let event: Event.ID = row[1]
            let found = try tellings[event] ?? Self.tellings(of: event, db)
            tellings[event] = found
            return try BroadcastRow(row, found)
        }
        return try rows.compactMap { try $0.notification(to: interest, db) }
    }

    /// The people who have read it.
    static func readers(of id: InboxNotification.ID, _ db: SQLConnection) throws -> [Account.ID] {
        try db.column(
            "SELECT account_id FROM broadcast_receipt WHERE broadcast_id = ? AND read_at IS NOT NULL ORDER BY account_id", id)
    }

    private func notification(to interest: Interest, _ db: SQLConnection) throws -> InboxNotification? {
        guard interest.sees(audience) else { return nil }
        var notification = notification
        notification.readAt = try db.first(
            "SELECT read_at FROM broadcast_receipt WHERE account_id = ? AND broadcast_id = ?", interest.account, id
        )?.dateIfPresent("read_at")
        return notification
    }
}

extension BroadcastRow {
    /// The most times that one notice is told, to ever other people.
    static let mostTellings = 50

    /// Sends a notice to everyone who may see it now, and whom it did not reach before.
    /// Throws `.invalid` for a notice that moved too often: readers compare all of them.
    /// - Parameters:
    ///   - told: the audience that was told before.
    ///   - hidden: the people who are not told.
    static func send(
        _ event: Event, to audience: Audience, beyond told: Audience?, hiddenFrom hidden: Set<Account.ID>, _ tx: Transaction
    ) throws {
        let count: Int? = try tx.db.value("SELECT COUNT(*) FROM broadcast WHERE event_id = ?", event.id)
        guard count ?? 0 < mostTellings else {
            throw DomainError.invalid("sections", "this notice went to \(mostTellings) audiences already. Send a new one")
        }
        let id = InboxNotification.ID.make(at: tx.now, counter: try tx.db.head())
        let topics = audience.topics
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
    static func read(_ id: InboxNotification.ID, by account: Account.ID, _ tx: Transaction) throws {
        guard let found = try BroadcastRow.find(id, of: account, tx.db), found.readAt == nil else { return }
        try tx.db.send(
            "INSERT INTO broadcast_receipt (account_id, broadcast_id, read_at) VALUES (?, ?, ?)", account, id, tx.now.seconds)
        try tx.log.changed(.notification, id.description, of: account)
    }

    static func read(about event: Event.ID, by account: Account.ID, _ tx: Transaction) throws {
        for id in try tx.db.column("SELECT id FROM broadcast WHERE event_id = ? ORDER BY id", event) as [InboxNotification.ID] {
            try read(id, by: account, tx)
        }
    }
}
