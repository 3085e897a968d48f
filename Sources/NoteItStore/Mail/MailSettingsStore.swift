import Foundation
import NoteItCore

extension SQLStore {
    public func mail(of account: Account.ID, available: Bool) async throws -> MailState {
        try await read { try MailSettingsRow.state(of: account, available: available, $0) }
    }

    public func update(_ patch: MailPatch, available: Bool, by account: Account.ID) async throws -> MailState {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            let old = try MailSettingsRow.find(of: account, tx.db)
            try MailSettingsRow.write(old.applying(patch), of: account, tx)
            return try MailSettingsRow.state(of: account, available: available, tx.db)
        }
    }

    public func unsubscribe(_ account: Account.ID, from list: MailList) async throws {
        try await commit { tx in
            guard try AccountRow.find(account, tx.db) != nil else { return }
            let old = try MailSettingsRow.find(of: account, tx.db)
            guard old.without(list) != old else { return }
            try MailSettingsRow.write(old.without(list), of: account, tx)
        }
    }

    public func address(of account: Account.ID) async throws -> String? {
        try await lookUp { try AccountRow.find(account, $0)?.email }
    }

    public func mailKey() async throws -> String {
        if let key = try await lookUp(MailKeyRow.find) { return key }
        return try await aside { db in
            try MailKeyRow.make(db)
            return try stored(try MailKeyRow.find(db))
        }
    }
}

extension MailSettings {
    fileprivate func without(_ list: MailList) -> MailSettings {
        var new = self
        switch list {
        case .digest: new.digest = .off
        case .mustRead:
            new.mustRead = false
            new.atOnce.removeAll { $0 == .notices }
        case .notices: new.atOnce.removeAll { $0 == .notices }
        case .mentions: new.atOnce.removeAll { $0 == .mentions }
        case .replies: new.atOnce.removeAll { $0 == .replies }
        case .reminders: new.atOnce.removeAll { $0 == .reminders }
        }
        return new
    }
}

enum MailKeyRow {
    static func find(_ db: SQLConnection) throws -> String? { try db.value("SELECT key FROM mail_key WHERE id = 1") }

    /// Two processes may do it at the same time: one key stays.
    static func make(_ db: SQLConnection) throws {
        try db.send("INSERT INTO mail_key (id, key) VALUES (1, ?) ON CONFLICT DO NOTHING", randomKey())
    }
}

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
