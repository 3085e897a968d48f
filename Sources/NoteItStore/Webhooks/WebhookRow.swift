import Foundation
import NoteItCore

/// A stored webhook.
struct WebhookRow {
    var webhook: Webhook
    var account: Account.ID
    var url: String
    /// The number of the newest secret, and when it began; nil for the first.
    var secret: Int
    var rotatedAt: Date?
    var place: LogCursor
    var tries: Int
    var failingSince: Date?
    /// Nil if it is disabled.
    var nextTry: Date?

    private init(_ row: Row) throws {
        account = row["account_id"]
        (url, secret, rotatedAt) = (row["url"], row["secret"], row.dateIfPresent("rotated_at"))
        place = LogCursor(epoch: row["epoch"], offset: row["offset"])
        (tries, failingSince, nextTry) = (row["tries"], row.dateIfPresent("failing_at"), row.dateIfPresent("next_try"))
        webhook = Webhook(
            id: row["id"], name: row["name"], host: row["host"], course: row["course_id"],
            changes: try row.texts("changes").compactMap(Webhook.Kind.init),
            state: nextTry == nil ? .disabled : tries > 0 ? .failing : .active, fault: row["fault"],
            nextTry: tries > 0 ? nextTry : nil, createdAt: row.date("created_at"),
            oldSecretUntil: rotatedAt.map { $0 + Webhook.secretOverlap })
    }

    /// As its person sees it.
    func shown(at now: Date) -> Webhook {
        var shown = webhook
        if !signsTwice(at: now) { shown.oldSecretUntil = nil }
        return shown
    }

    private func signsTwice(at now: Date) -> Bool { rotatedAt.map { now < $0 + Webhook.secretOverlap } ?? false }

    func target(at now: Date) -> WebhookTarget {
        WebhookTarget(
            id: webhook.id, account: account, url: url, host: webhook.host,
            secrets: signsTwice(at: now) ? [secret, secret - 1] : [secret])
    }

    /// Oldest first.
    static func all(of account: Account.ID, _ db: SQLConnection) throws -> [WebhookRow] {
        try db.decoded(
            "SELECT * FROM webhook WHERE account_id = ? ORDER BY created_at, id", [account], by: WebhookRow.init)
    }

    static func require(_ id: Webhook.ID, of account: Account.ID, _ db: SQLConnection) throws -> WebhookRow {
        let found = try db.decoded(
            "SELECT * FROM webhook WHERE id = ? AND account_id = ?", [id, account], by: WebhookRow.init)
        guard let row = found.first else { throw DomainError.notFound("webhook \(id)") }
        return row
    }

    /// Nil also if its person may not sign in.
    static func find(_ id: Webhook.ID, _ db: SQLConnection) throws -> WebhookRow? {
        try db.decoded(
            """
            SELECT w.* FROM webhook w JOIN account a ON a.id = w.account_id
            WHERE w.id = ? AND a.suspended_at IS NULL AND a.left_at IS NULL
            """, [id], by: WebhookRow.init
        ).first
    }

    /// Tells its person that it was disabled.
    static func tellOfEnd(of id: Webhook.ID, because why: String?, _ tx: Transaction) throws {
        guard let row = try find(id, tx.db) else { return }
        let text = row.webhook.name + (why.map { ": \($0)" } ?? "")
        // Not of its course, which they may have left.
        let new = InboxNotification(
            id: .make(at: tx.now), kind: .webhookDisabled, course: nil, text: text, createdAt: tx.now, readAt: nil)
        try NotificationRow.add(row.account, new, tx)
    }

    /// Deletes all of a person: each is a way on which what they read leaves the server.
    /// - Returns: their number.
    static func end(allOf account: Account.ID, _ db: SQLConnection) throws -> Int {
        try db.send(
            "DELETE FROM webhook_delivery WHERE webhook_id IN (SELECT id FROM webhook WHERE account_id = ?)", account)
        return try db.run("DELETE FROM webhook WHERE account_id = ?", account)
    }
}
