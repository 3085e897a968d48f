import Foundation
import NoteItCore

/// What the job of webhooks reads and writes.
extension SQLStore {
    /// Seconds for which a webhook that took something is looked at without news.
    private static let fresh: Int64 = 10

    public func deliveries(of id: Webhook.ID, by account: Account.ID) async throws -> [WebhookDelivery] {
        try await read { db in
            _ = try WebhookRow.require(id, of: account, db)
            return try db.decoded(
                "\(WebhookDeliveryRow.select) WHERE webhook_id = ? ORDER BY number DESC", [id], by: WebhookDeliveryRow.decode)
        }
    }

    public func webhooks(after offset: Int64?) async throws -> (found: [Webhook.ID], head: Int64) {
        try await read { db in
            let head = try LogRow.head(db).offset
            guard let offset else {
                return (
                    try db.column("SELECT id FROM webhook WHERE next_try IS NOT NULL AND failing_at IS NULL ORDER BY id"), head
                )
            }
            guard head > offset else { return ([], head) }
            // A webhook of one course hears of it that its person left.
            let courses = try jsonArray(try LogRow.courses(after: offset, db).courses.map(\.text).sorted())
            let found: [Webhook.ID] = try db.column(
                """
                SELECT DISTINCT w.id FROM webhook w LEFT JOIN enrollment m ON m.account_id = w.account_id
                WHERE w.next_try IS NOT NULL AND w.failing_at IS NULL AND (
                    w.course_id IN (SELECT value FROM json_each(?))
                    OR w.course_id IS NULL AND m.course_id IN (SELECT value FROM json_each(?)))
                ORDER BY w.id
                """, courses, courses)
            return (found, head)
        }
    }

    public func webhooksToRetry() async throws -> [Webhook.ID] {
        let now = now
        return try await read { db in
            // What a test woke has no news in the log: its place is behind. It is looked at for a while.
            try db.column(
                """
                SELECT id FROM webhook WHERE next_try <= ? AND (failing_at IS NOT NULL OR next_try >= ?)
                ORDER BY next_try, id
                """, now.seconds, now.seconds - Self.fresh)
        }
    }

    public func work(for id: Webhook.ID) async throws -> WebhookWork {
        let now = now
        return try await read { db in
            guard let row = try WebhookRow.find(id, db), let next = row.nextTry, next <= now else { return .none }
            return try WebhookReading(row: row, now: now, db: db).work()
        }
    }

    public func settle(_ message: WebhookMessage, _ outcome: WebhookOutcome) async throws -> WebhookDelivery {
        let now = now
        let tried = WebhookDelivery(
            id: message.id, type: message.type, subject: message.subject, at: now, tries: message.tries + 1,
            taken: outcome.next.isTaken, status: outcome.status, milliseconds: outcome.milliseconds,
            fault: outcome.fault?.prefix(codePoints: 300))
        if case (.disabled, false) = (outcome.next, message.isPing) {
            try await commit { tx in
                guard try WebhookDeliveryRow.advance(message, outcome, tried, tx.db) else { return }
                try WebhookRow.tellOfEnd(of: message.target.id, because: tried.fault, tx)
            }
        } else {
            try await aside { _ = try WebhookDeliveryRow.advance(message, outcome, tried, $0) }
        }
        return tried
    }

    public func disable(_ id: Webhook.ID, because why: String) async throws {
        try await commit { tx in
            let count = try tx.db.run(
                """
                UPDATE webhook SET tries = 0, failing_at = NULL, next_try = NULL, fault = ?
                WHERE id = ? AND next_try IS NOT NULL
                """, why, id)
            if count > 0 { try WebhookRow.tellOfEnd(of: id, because: why, tx) }
        }
    }

    public func skip(_ id: Webhook.ID, from: LogCursor, to: LogCursor) async throws {
        try await aside { db in
            try db.send(
                """
                UPDATE webhook SET epoch = ?, "offset" = ?, tries = 0, failing_at = NULL, fault = NULL
                WHERE id = ? AND epoch = ? AND "offset" = ? AND next_try IS NOT NULL
                """, to.epoch, to.offset, id, from.epoch, from.offset)
        }
    }
}

enum WebhookDeliveryRow {
    static let select = """
        SELECT message_id, type, subject, tried_at, tries, taken, status, milliseconds, fault FROM webhook_delivery
        """

    static func decode(_ row: Row) -> WebhookDelivery {
        WebhookDelivery(
            id: row[0], type: row[1], subject: row[2], at: Date(seconds: row[3]), tries: row[4], taken: row[5], status: row[6],
            milliseconds: row[7], fault: row[8])
    }

    /// Writes where the webhook stands after a try, and lists the try.
    /// - Returns: false if it is gone, was disabled by another node, or stands elsewhere by now. Then nothing is written.
    fileprivate static func advance(
        _ message: WebhookMessage, _ outcome: WebhookOutcome, _ tried: WebhookDelivery, _ db: SQLConnection
    ) throws -> Bool {
        guard try move(message, outcome, fault: tried.fault, at: tried.at, db) else { return false }
        try add(tried, of: message.target.id, db)
        return true
    }

    private static func move(
        _ message: WebhookMessage, _ outcome: WebhookOutcome, fault: String?, at now: Date, _ db: SQLConnection
    ) throws -> Bool {
        let (id, from, to) = (message.target.id, message.from, message.to)
        let place = #"id = ? AND epoch = ? AND "offset" = ?"#
        switch (message.content, outcome.next) {
        case (.ping, .taken):
            // What failed is tried again now, and a disabled webhook goes on where it stopped.
            return try db.run(
                "UPDATE webhook SET tries = 0, failing_at = NULL, next_try = ?, fault = NULL WHERE id = ?", now.seconds, id) > 0
        case (.ping, _): return try db.first("SELECT 1 FROM webhook WHERE id = ?", id) != nil
        case (_, .taken):
            return try db.run(
                """
                UPDATE webhook SET epoch = ?, "offset" = ?, tries = 0, failing_at = NULL, next_try = ?, fault = NULL
                WHERE \(place) AND next_try IS NOT NULL
                """, to.epoch, to.offset, now.seconds, id, from.epoch, from.offset) > 0
        case (_, .later(let next)):
            return try db.run(
                """
                UPDATE webhook SET tries = tries + 1, failing_at = COALESCE(failing_at, ?), next_try = ?, fault = ?
                WHERE \(place) AND next_try IS NOT NULL
                """, now.seconds, next.seconds, fault, id, from.epoch, from.offset) > 0
        case (_, .disabled):
            return try db.run(
                """
                UPDATE webhook SET tries = 0, failing_at = NULL, next_try = NULL, fault = ? WHERE \(place) AND next_try IS NOT NULL
                """, fault, id, from.epoch, from.offset) > 0
        }
    }

    /// Lists a try. A message has one row, with its last try.
    private static func add(_ tried: WebhookDelivery, of id: Webhook.ID, _ db: SQLConnection) throws {
        try db.send("UPDATE webhook SET deliveries = deliveries + 1 WHERE id = ?", id)
        let number: Int = try stored(try db.value("SELECT deliveries FROM webhook WHERE id = ?", id))
        try db.send(
            "DELETE FROM webhook_delivery WHERE webhook_id = ? AND (number <= ? OR message_id = ?)", id,
            number - Webhook.mostDeliveries, tried.id)
        try db.send(
            """
            INSERT INTO webhook_delivery (webhook_id, number, message_id, type, subject, tried_at, tries, taken, status,
                milliseconds, fault)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, id, number, tried.id, tried.type, tried.subject, tried.at.seconds, tried.tries, tried.taken, tried.status,
            tried.milliseconds, tried.fault)
    }
}
