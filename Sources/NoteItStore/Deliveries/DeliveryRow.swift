import Foundation
import NoteItCore

enum DeliveryRow {
    private static let columns = "id, account_id, target, kind, subject, event_id, message_id, created_at, tries, fault"

    /// Something to be queued.
    struct New {
        var channel: PersonalDelivery.Channel
        var account: Account.ID
        var target = ""
        var kind: PersonalDelivery.Kind
        /// Nil for its own id.
        var subject: String?
        var event: Event.ID?
        var id: PersonalDelivery.ID?
    }

    /// Queues it, unless that was done before.
    /// - Parameter domain: as of `queueNotifications`.
    static func add(_ new: New, domain: String?, at now: Date, _ db: SQLConnection) throws {
        let id = new.id ?? .make(at: now)
        try db.send(
            """
            INSERT INTO delivery (id, channel, account_id, target, kind, subject, event_id, message_id, created_at, next_try)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """, id, new.channel.rawValue, new.account, new.target, new.kind.rawValue, new.subject ?? id.description, new.event,
            domain.map { "<\(id)@\($0)>" } ?? id.description, now.seconds, now.seconds)
    }

    /// What is to be tried at `now`, the longest waiting first. What a later version queued waits for that version.
    static func due(
        by channel: PersonalDelivery.Channel, at now: Date, limit: Int, _ db: SQLConnection
    ) throws -> [PersonalDelivery] {
        try db.decoded(
            """
            SELECT \(columns) FROM delivery WHERE channel = ? AND next_try <= ? AND kind IN (SELECT value FROM json_each(?))
            ORDER BY next_try, id LIMIT ?
            """, [channel.rawValue, now.seconds, try jsonArray(PersonalDelivery.Kind.allCases.map(\.rawValue)), limit],
            by: decode)
    }

    private static func decode(_ row: Row) throws -> PersonalDelivery {
        PersonalDelivery(
            id: row[0], account: row[1], target: row[2], kind: try stored(PersonalDelivery.Kind(rawValue: row[3])),
            subject: row[4], event: row[5], messageID: row[6], createdAt: Date(seconds: row[7]), tries: row[8],
            fault: row[9])
    }

    /// Writes what became of a try, unless it is over.
    static func end(_ delivery: PersonalDelivery, _ outcome: PersonalDelivery.Outcome, _ db: SQLConnection) throws {
        let (next, name, fault, failures): (Date?, String?, String?, Int) =
            switch outcome {
            case .sent: (nil, "sent", nil, 0)
            case .dropped(let why): (nil, "dropped", why, 0)
            case .failed(let why): (nil, "failed", why, 1)
            case .later(let date, let fault): (date, nil, fault, fault == nil ? 0 : 1)
            }
        try db.send(
            """
            UPDATE delivery SET next_try = ?, outcome = ?, fault = COALESCE(?, fault), tries = tries + ?
            WHERE id = ? AND next_try IS NOT NULL
            """, next?.seconds, name, fault?.prefix(codePoints: 500), failures, delivery.id)
    }

    /// Forgets what a person gets at a place that is no more.
    static func forget(_ target: String, of channel: PersonalDelivery.Channel, _ account: Account.ID, _ db: SQLConnection)
        throws
    {
        try db.send(
            "DELETE FROM delivery WHERE account_id = ? AND channel = ? AND target = ?", account, channel.rawValue, target)
    }
}

extension SQLStore {
    public func dueDeliveries(by channel: PersonalDelivery.Channel, limit: Int) async throws -> [PersonalDelivery] {
        let now = now
        return try await read { try DeliveryRow.due(by: channel, at: now, limit: limit, $0) }
    }

    public func end(_ delivery: PersonalDelivery, _ outcome: PersonalDelivery.Outcome) async throws {
        let now = now
        try await aside { db in
            let judgement = DeliveryJudgement(db: db, now: now, delivery: delivery)
            try DeliveryRow.end(delivery, try judgement.renewed(outcome), db)
        }
    }

    public func pruneDeliveries(by channel: PersonalDelivery.Channel, before date: Date) async throws -> Int {
        try await aside {
            try $0.run(
                "DELETE FROM delivery WHERE channel = ? AND next_try IS NULL AND created_at < ?", channel.rawValue, date.seconds
            )
        }
    }

    public func deliveryCounts(by channel: PersonalDelivery.Channel) async throws -> DeliveryCounts {
        try await read { db in
            let counts = Dictionary(
                try db.decoded(
                    """
                    SELECT COALESCE(outcome, 'waiting'), COUNT(*) FROM delivery WHERE channel = ?
                    GROUP BY COALESCE(outcome, 'waiting')
                    """, [channel.rawValue]
                ) { ($0[0] as String, $0[1] as Int) }
            ) { first, _ in first }
            return DeliveryCounts(
                waiting: counts["waiting"] ?? 0, sent: counts["sent"] ?? 0, dropped: counts["dropped"] ?? 0,
                failed: counts["failed"] ?? 0)
        }
    }

    /// What waits or failed, the newest first.
    public func queuedDeliveries(by channel: PersonalDelivery.Channel, limit: Int) async throws -> [QueuedDelivery] {
        try await read { db in
            try db.decoded(
                """
                SELECT d.kind, a.email, d.created_at, d.tries, d.next_try, d.fault
                FROM delivery d JOIN account a ON a.id = d.account_id
                WHERE d.channel = ? AND (d.next_try IS NOT NULL OR d.outcome = 'failed')
                ORDER BY d.created_at DESC, d.id DESC LIMIT ?
                """, [channel.rawValue, limit]
            ) { row in
                QueuedDelivery(
                    kind: row[0], address: row[1], createdAt: Date(seconds: row[2]), tries: row[3],
                    nextTry: (row[4] as Int64?).map(Date.init(seconds:)), fault: row[5])
            }
        }
    }
}
