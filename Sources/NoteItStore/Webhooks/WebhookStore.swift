import Foundation
import NoteItCore

extension SQLStore {
    public func webhooks(of account: Account.ID) async throws -> [Webhook] {
        let now = now
        return try await read { try WebhookRow.all(of: account, $0).map { $0.shown(at: now) } }
    }

    public func addWebhook(
        _ new: NewWebhook, host: String, by account: Account.ID, ifPassword checked: String?
    ) async throws -> Webhook {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            try AccountRow.requirePassword(checked, of: account, tx.db)
            if let course = new.course { try Membership.requireOwn(course, of: account, tx.db) }
            let count = try tx.db.requireRoom(
                under: Webhook.most, in: "webhook WHERE account_id = ?", account,
                else: "You have \(Webhook.most) webhooks. Remove one first.")
            let (id, head) = (Webhook.ID.make(at: tx.now, counter: count), try LogRow.head(tx.db))
            try tx.db.send(
                """
                INSERT INTO webhook (id, account_id, name, url, host, course_id, changes, created_at, epoch, "offset", next_try)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, id, account, new.name, new.url, host, new.course, try jsonArray(new.wanted.map(\.rawValue)),
                tx.now.seconds, head.epoch, head.offset, tx.now.seconds)
            try AuditRow.add(
                .webhookMade, by: account, subject: id.description, course: new.course, detail: host, tx)
            return try WebhookRow.require(id, of: account, tx.db).shown(at: tx.now)
        }
    }

    public func removeWebhook(_ id: Webhook.ID, by account: Account.ID) async throws {
        try await commit { tx in
            _ = try WebhookRow.require(id, of: account, tx.db)
            try tx.db.send("DELETE FROM webhook_delivery WHERE webhook_id = ?", id)
            try tx.db.send("DELETE FROM webhook WHERE id = ?", id)
            try AuditRow.add(.webhookRemoved, by: account, subject: id.description, tx)
        }
    }

    public func rotateSecret(
        of id: Webhook.ID, by account: Account.ID, ifPassword checked: String?
    ) async throws -> (webhook: Webhook, secret: Int) {
        try await commit { tx in
            try AccountRow.requirePassword(checked, of: account, tx.db)
            _ = try WebhookRow.require(id, of: account, tx.db)
            try tx.db.send("UPDATE webhook SET secret = secret + 1, rotated_at = ? WHERE id = ?", tx.now.seconds, id)
            let row = try WebhookRow.require(id, of: account, tx.db)
            return (row.shown(at: tx.now), row.secret)
        }
    }

    public func ping(_ id: Webhook.ID, by account: Account.ID) async throws -> WebhookMessage {
        let now = now
        return try await read { db in
            let row = try WebhookRow.require(id, of: account, db)
            return WebhookMessage(
                id: "\(id)-ping-\(UUID().uuidString.lowercased())", target: row.target(at: now), content: .ping, at: now,
                course: nil, from: row.place, to: row.place, tries: 0, failingSince: nil)
        }
    }
}
