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
