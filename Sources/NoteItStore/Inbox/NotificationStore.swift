import Foundation
import NoteItCore

extension SQLStore {
    public func notifications(of account: Account.ID, unread: Bool, page: PageRequest) async throws -> Page<InboxNotification> {
        let after = try TimedPosition(page.after)
        return try await read { db in
            let own = try db.all(
                """
                \(NotificationRow.select) AND (n.created_at, n.id) < (?, ?) AND (? = 0 OR n.read_at IS NULL)
                ORDER BY n.created_at DESC, n.id DESC LIMIT ?
                """, account, after?.time ?? .max, after?.id ?? "", unread, page.limit + 1
            ).map(NotificationRow.decode)
            let broadcasts = try BroadcastRow.all(of: account, db).filter { found in
                (!unread || found.readAt == nil)
                    && after.map { (found.createdAt.seconds, found.id.description) < ($0.time, $0.id) } ?? true
            }
            let found = NotificationRow.inOrder(own + broadcasts)
            let items = Array(found.prefix(page.limit))
            let next =
                try found.count > page.limit ? items.last.map { try TimedPosition.token($0.createdAt, $0.id.description) } : nil
            return Page(items: items, next: next)
        }
    }

    public func notification(_ id: InboxNotification.ID, by account: Account.ID) async throws -> InboxNotification {
        try await read { db in
            guard let found = try NotificationRow.find(id, of: account, db) else {
                throw DomainError.notFound("notification \(id)")
            }
            return found
        }
    }

    public func markRead(_ ids: [InboxNotification.ID], by account: Account.ID) async throws {
        try await commit { tx in
            for id in ids { try NotificationRow.read(id, by: account, tx) }
        }
    }
}

enum NotificationRow: NounRow {
    typealias Noun = InboxNotification

    static let (table, alias) = ("notification", "n")

    static let sql: [Column: String] = [
        .section: "n.section_id",
        .sectionCode: "n.section_code",
        .capacity: "n.capacity",
        .enrolled: "n.enrolled",
        .number: "e.number",
        .reply: "COALESCE(n.reply_id, n.plan_reply_id)",
    ]

    /// The notifications of one person, except those about things that are gone or that the person may not see. News of a removal
    /// stays until the removal is undone. Takes the account.
    static let select = """
        SELECT \(Column.list) FROM notification n LEFT JOIN event e ON e.id = n.event_id
        WHERE n.account_id = ? AND (n.event_id IS NULL OR CASE
            WHEN n.kind IN ('removed', 'restored') THEN TRUE
            WHEN n.kind = 'noticeRetracted' THEN e.deleted_at IS NOT NULL AND \(Visibility.audience(of: "n.account_id"))
            WHEN e.deleted_at IS NOT NULL THEN FALSE
            WHEN n.kind = 'reported' AND NOT \(Visibility.charge(of: "n.account_id")) THEN FALSE
            ELSE NOT EXISTS (SELECT 1 FROM reply r WHERE r.id = n.reply_id AND r.deleted_at IS NOT NULL)
                AND \(Visibility.audience(of: "n.account_id")) END)
            AND (n.plan_id IS NULL OR EXISTS (
                SELECT 1 FROM degree_plan p WHERE p.id = n.plan_id AND \(Visibility.plan(heldBy: "n.account_id"))))
            AND NOT EXISTS (SELECT 1 FROM plan_reply r WHERE r.id = n.plan_reply_id AND r.deleted_at IS NOT NULL)
        """

    /// Newest first.
    static func all(of account: Account.ID, _ db: SQLConnection) throws -> [InboxNotification] {
        let own = try db.all("\(select) ORDER BY n.created_at DESC, n.id DESC", account).map(decode)
        return inOrder(own + (try BroadcastRow.all(of: account, db)))
    }

    static func inOrder(_ notifications: [InboxNotification]) -> [InboxNotification] {
        notifications.sorted { ($0.createdAt, $0.id.description) > ($1.createdAt, $1.id.description) }
    }

    static func find(_ id: InboxNotification.ID, of account: Account.ID, _ db: SQLConnection) throws -> InboxNotification? {
        try db.first("\(select) AND n.id = ?", account, id).map(decode) ?? BroadcastRow.find(id, of: account, db)
    }

    static func section(_ row: Row) throws -> SectionSeats? {
        (row[Column.section] as Section.ID?).map { id in
            SectionSeats(
                id: id, code: row[Column.sectionCode] ?? "", capacity: row[Column.capacity], enrolled: row[Column.enrolled])
        }
    }
}

extension NotificationRow {
    /// Notifies the watcher of a section.
    static func add(_ account: Account.ID, of kind: InboxNotification.Kind, _ watch: SeatWatch, _ tx: Transaction) throws {
        let new = InboxNotification(
            id: .make(at: tx.now), kind: kind, course: watch.course, section: watch.section, createdAt: tx.now, readAt: nil)
        try add(account, new, tx)
    }

    /// Adds a notification to a person's inbox. Its new id keeps the order of the log within a second.
    static func add(_ account: Account.ID, _ new: InboxNotification, _ tx: Transaction) throws {
        try add(new, to: [account], tx)
    }

    /// The same for several people, in their order, each under an id of its own. What it asks does not grow with their number.
    static func add(_ new: InboxNotification, to accounts: [Account.ID], _ tx: Transaction) throws {
        for account in accounts { try insert(new, for: account, tx) }
        try makeRoom(in: accounts, tx)
    }

    private static func insert(_ new: InboxNotification, for account: Account.ID, _ tx: Transaction) throws {
        var new = new
        new.id = .make(at: new.createdAt, counter: try tx.db.head())
        try insert(
            new,
            [
                "account_id": account, "section_id": new.section?.id, "section_code": new.section?.code,
                "capacity": new.section?.capacity, "enrolled": new.section?.enrolled,
                "reply_id": new.plan == nil ? new.reply : nil, "plan_reply_id": new.plan == nil ? nil : new.reply,
            ], tx.db)
        try tx.log.changed(.notification, new.id.description, of: account)
    }

    /// Marks a person's notifications about an event as read.
    static func read(about event: Event.ID, by account: Account.ID, _ tx: Transaction) throws {
        let ids: [InboxNotification.ID] = try tx.db.column(
            "SELECT id FROM notification WHERE event_id = ? AND account_id = ? AND read_at IS NULL ORDER BY id", event, account)
        for id in ids { try read(id, by: account, tx) }
        try BroadcastRow.read(about: event, by: account, tx)
    }

    /// Marks a notification as read, if it is this person's and unread.
    static func read(_ id: InboxNotification.ID, by account: Account.ID, _ tx: Transaction) throws {
        let count = try tx.db.run(
            "UPDATE notification SET read_at = ? WHERE id = ? AND account_id = ? AND read_at IS NULL", tx.now.seconds, id,
            account)
        guard count > 0 else { return try BroadcastRow.read(id, by: account, tx) }
        try tx.log.changed(.notification, id.description, of: account)
    }

    private static func makeRoom(in accounts: [Account.ID], _ tx: Transaction) throws {
        let full: [Account.ID] = try tx.db.decoded(
            Set(accounts), "SELECT account_id FROM notification WHERE account_id",
            " GROUP BY account_id HAVING COUNT(*) > \(InboxNotification.most)"
        ) { $0[0] }
        for account in full.sorted(by: { $0.description < $1.description }) { try makeRoom(in: account, tx) }
    }

    /// Deletes a person's notifications beyond the limit: first what one person caused beyond the newest `mostOfOne`, so that
    /// nobody empties another's inbox, then the oldest; unread decisions of staff last. SQLite has no OFFSET without a LIMIT.
    private static func makeRoom(in account: Account.ID, _ tx: Transaction) throws {
        let surplus: [InboxNotification.ID] = try tx.db.column(
            """
            SELECT id FROM (
                SELECT n.id, n.created_at, CASE
                    WHEN n.read_at IS NULL AND n.kind IN ('removed', 'restored', 'staffGranted', 'joinRequested', 'joinAdmitted',
                        'joinRefused', 'removedFromCourse') THEN 0
                    WHEN ROW_NUMBER() OVER (
                        PARTITION BY COALESCE(r.author_id, e.author_id, n.id) ORDER BY n.created_at DESC, n.id DESC) <= ? THEN 1
                    ELSE 2 END AS turn
                FROM notification n LEFT JOIN event e ON e.id = n.event_id LEFT JOIN reply r ON r.id = n.reply_id
                WHERE n.account_id = ?) ranked
            ORDER BY turn, created_at DESC, id DESC LIMIT 1000000 OFFSET ?
            """, InboxNotification.mostOfOne, account, InboxNotification.most)
        for id in surplus { try takeBack(id, of: account, tx) }
    }
}
