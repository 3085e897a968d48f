import Foundation
import NoteItCore

/// The settings of mail, of which the quiet hours and the language are those of all channels.
enum MailSettingsRow {
    /// The standard settings if the person never changed them.
    static func find(of account: Account.ID, _ db: SQLConnection) throws -> MailSettings {
        let text: String? = try db.value("SELECT settings FROM mail_settings WHERE account_id = ?", account)
        return try decode(text)
    }

    static func decode(_ text: String?) throws -> MailSettings {
        try text.map { try JSONCoding.decode(MailSettings.self, from: $0) } ?? .standard
    }

    static func state(of account: Account.ID, available: Bool, _ db: SQLConnection) throws -> MailState {
        let person = try AccountRow.require(account, db)
        return MailState(
            available: available, address: person.email, verified: try isVerified(account, db),
            settings: try find(of: account, db))
    }

    static func isVerified(_ account: Account.ID, _ db: SQLConnection) throws -> Bool {
        try db.first("SELECT 1 FROM verified_email WHERE account_id = ?", account) != nil
    }

    /// A digest that is wanted from now on tells what comes from now on. What waits is looked at again, since quiet hours may
    /// have changed; what a relay refused keeps its pause.
    static func write(_ new: MailSettings, of account: Account.ID, _ tx: Transaction) throws {
        let zone = try StudySettingsRow.zone(of: account, at: tx.now, tx.db)
        let next = new.nextDigest(after: tx.now, in: zone)?.seconds
        let since: Int64? = try tx.db.value("SELECT digest_since FROM mail_settings WHERE account_id = ?", account)
        try tx.db.send(
            """
            INSERT INTO mail_settings (account_id, settings, digest_since, next_digest) VALUES (?, ?, ?, ?)
            ON CONFLICT (account_id) DO UPDATE SET settings = excluded.settings, digest_since = excluded.digest_since,
                next_digest = excluded.next_digest
            """, account, try JSONCoding.string(new), next == nil ? nil : since ?? tx.now.seconds, next)
        try tx.db.send(
            "UPDATE delivery SET next_try = ? WHERE account_id = ? AND next_try > ? AND tries = 0", tx.now.seconds, account,
            tx.now.seconds)
    }
}
