import Foundation
import NoteItCore

/// Verified addresses, links for new passwords, and answers by mail.
extension SQLStore {
    /// The most verification mails of one account in a day, and the seconds between two.
    private static let (mostVerifications, verificationPause) = (5, 60.0)

    public func askVerification(of account: Account.ID, domain: String) async throws {
        try await commit { tx in
            if EmailAddress.isAbsent(try AccountRow.require(account, tx.db).email) {
                throw DomainError.conflict("Your account has no address yet. Set yours in the settings first.")
            }
            if try MailSettingsRow.isVerified(account, tx.db) {
                throw DomainError.conflict("Your address is verified already.")
            }
            let asked: [Int64] = try tx.db.column(
                """
                SELECT created_at FROM delivery WHERE account_id = ? AND kind = 'verification' AND created_at > ?
                ORDER BY created_at DESC
                """, account, (tx.now - 86_400).seconds)
            if let last = asked.first {
                let count = asked.count
                let pause = count >= Self.mostVerifications ? 86_400 : Self.verificationPause
                let since = count >= Self.mostVerifications ? asked[count - 1] : last
                let left = Int((Date(seconds: since) + pause).timeIntervalSince(tx.now).rounded(.up))
                if left > 0 {
                    throw DomainError.tooMany("A mail is on its way already. Ask again in \(left) s.", retryAfter: left)
                }
            }
            try DeliveryRow.add(
                DeliveryRow.New(channel: .mail, account: account, kind: .verification), domain: domain, at: tx.now, tx.db)
        }
    }

    public func verify(_ account: Account.ID, key: String) async throws -> Account {
        try await commit { tx in
            guard let person = try AccountRow.find(account, tx.db), EmailAddress.key(person.email) == key else {
                throw DomainError.notFound("account with this address")
            }
            try VerifiedEmailRow.add(account, by: account, detail: "by mail", tx)
            return person
        }
    }

    public func queueReset(
        of email: String, delivery: PersonalDelivery.ID, codeHash: String, until end: Date, domain: String
    ) async throws {
        try await commit { tx in
            let found: Account.ID? = try tx.db.value(
                """
                SELECT a.id FROM account a JOIN verified_email v ON v.account_id = a.id
                WHERE a.email_key = ? AND a.suspended_at IS NULL
                """, EmailAddress.key(email))
            guard let account = found else { return }
            try AccountRow.allowReset(of: account, codeHash: codeHash, until: end, detail: "by mail", tx)
            // An older link does not work any more.
            try tx.db.send(
                """
                UPDATE delivery SET next_try = NULL, outcome = 'dropped', fault = 'A newer link replaced it.'
                WHERE account_id = ? AND kind = 'reset' AND next_try IS NOT NULL
                """, account)
            try DeliveryRow.add(
                DeliveryRow.New(channel: .mail, account: account, kind: .reset, id: delivery), domain: domain, at: tx.now, tx.db
            )
        }
    }

    public func answered(_ delivery: PersonalDelivery.ID) async throws -> AnsweredLetter? {
        try await read { db in
            try db.first(
                """
                SELECT d.account_id, d.event_id, a.email, (k.alias IS NOT NULL) FROM delivery d
                JOIN account a ON a.id = d.account_id JOIN verified_email v ON v.account_id = a.id
                LEFT JOIN event_mark k ON k.account_id = d.account_id AND k.event_id = d.event_id
                WHERE d.id = ? AND d.channel = 'mail' AND d.event_id IS NOT NULL AND a.left_at IS NULL AND a.suspended_at IS NULL
                """, delivery
            ).map { AnsweredLetter(account: $0[0], event: $0[1], address: $0[2], isHidden: $0[3]) }
        }
    }

    public func isOwnMessage(_ messageID: String) async throws -> Bool {
        try await read { try $0.first("SELECT 1 FROM delivery WHERE message_id = ?", messageID) != nil }
    }

    public func replies(by account: Account.ID, since date: Date) async throws -> Int {
        try await read { db in
            try db.value(
                "SELECT COUNT(*) FROM reply WHERE author_id = ? AND deleted_at IS NULL AND created_at >= ?", account,
                date.seconds) ?? 0
        }
    }
}
