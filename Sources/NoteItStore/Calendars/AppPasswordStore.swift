import Foundation
import NoteItCore

extension SQLStore {
    public func appPasswords(of account: Account.ID) async throws -> [AppPassword] {
        try await read { try AppPasswordRow.all(of: account, $0) }
    }

    public func addAppPassword(
        _ new: NewAppPassword, hash: String, by account: Account.ID, ifPassword checked: String? = nil
    ) async throws -> AppPassword {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            try AccountRow.requirePassword(checked, of: account, tx.db)
            let count = try tx.db.requireRoom(
                under: AppPassword.most, in: "app_password WHERE account_id = ?", account,
                else: "You have \(AppPassword.most) app passwords. Revoke one first.")
            let password = AppPassword(
                id: .make(at: tx.now, counter: count), name: new.name, createdAt: tx.now, lastUsed: nil)
            try AppPasswordRow.insert(password, ["account_id": account, "hash": hash], tx.db)
            return password
        }
    }

    public func revokeAppPassword(_ id: AppPassword.ID, by account: Account.ID) async throws {
        try await commit { tx in
            let count = try tx.db.run("DELETE FROM app_password WHERE id = ? AND account_id = ?", id, account)
            guard count > 0 else { throw DomainError.notFound("app password \(id)") }
        }
    }

    public func account(email: String, appPasswordHash hash: String) async throws -> (
        account: Account.ID, password: AppPassword
    )? {
        try await lookUp { db in
            let row = try db.first(
                """
                SELECT \(AppPasswordRow.Column.list), p.account_id FROM app_password p JOIN account a ON a.id = p.account_id
                WHERE p.hash = ? AND a.email_key = ? AND a.suspended_at IS NULL AND a.left_at IS NULL
                """, hash, EmailAddress.key(email))
            return try row.map { ($0["account_id"], try AppPasswordRow.decode($0)) }
        }
    }

    public func used(_ id: AppPassword.ID) async throws {
        try await noteUse("used_at", in: "app_password", id.description)
    }

    /// Notes that a secret was used now: to the minute, so that most uses write nothing.
    func noteUse(_ column: String, in table: String, _ id: String) async throws {
        let minute = now.seconds - now.seconds % 60
        let isNoted = try await read { db in
            try db.first("SELECT 1 FROM \(table) WHERE id = ? AND (\(column) IS NULL OR \(column) < ?)", id, minute) == nil
        }
        if isNoted { return }
        try await commit { try $0.db.send("UPDATE \(table) SET \(column) = ? WHERE id = ?", minute, id) }
    }
}

enum AppPasswordRow: NounRow {
    typealias Noun = AppPassword

    static let (table, alias) = ("app_password", "p")
    static let sql: [Column: String] = [.lastUsed: "p.used_at"]

    /// Oldest first.
    static func all(of account: Account.ID, _ db: SQLConnection) throws -> [AppPassword] {
        try db.decoded(
            "SELECT \(Column.list) FROM app_password p WHERE p.account_id = ? ORDER BY p.created_at, p.id", [account],
            by: decode)
    }
}
