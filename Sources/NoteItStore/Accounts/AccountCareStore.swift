import Foundation
import NoteItCore

/// The operator's care of accounts.
extension SQLStore {
    public func allowReset(of email: String, codeHash: String, until end: Date) async throws -> Account {
        try await commit { tx in
            let account = try AccountRow.require(email: email, tx.db)
            try tx.db.send(
                """
                INSERT INTO password_reset (account_id, code_hash, expires_at) VALUES (?, ?, ?)
                ON CONFLICT (account_id) DO UPDATE SET code_hash = excluded.code_hash, expires_at = excluded.expires_at
                """, account.id, codeHash, end.seconds)
            try AuditRow.add(.resetAllowed, by: nil, subject: account.id.description, tx)
            return account
        }
    }

    public func allowsReset(of email: String, codeHash: String) async throws -> Bool {
        let now = now.seconds
        return try await read { db in
            try db.first(
                """
                SELECT 1 FROM account a JOIN password_reset r ON r.account_id = a.id
                WHERE a.email_key = ? AND r.code_hash = ? AND r.expires_at >= ?
                """, EmailAddress.key(email), codeHash, now) != nil
        }
    }

    public func reset(_ email: String, codeHash: String, hash: String) async throws -> Account {
        try await commit { tx in
            let row = try tx.db.first("SELECT * FROM account WHERE email_key = ?", EmailAddress.key(email))
            guard let account = try row.map(AccountRow.decode),
                try tx.db.run(
                    "DELETE FROM password_reset WHERE account_id = ? AND code_hash = ? AND expires_at >= ?",
                    account.id, codeHash, tx.now.seconds) > 0
            else { throw DomainError.wrongResetCode }
            try tx.db.send("UPDATE account SET password = ? WHERE id = ?", hash, account.id)
            try SessionRow.signOut(everySessionOf: account.id, tx)
            try AuditRow.add(.passwordChanged, by: account.id, subject: account.id.description, detail: "by a code", tx)
            return account
        }
    }

    public func suspend(_ email: String, _ isSuspended: Bool) async throws -> Account {
        try await commit { tx in
            let account = try AccountRow.require(email: email, tx.db)
            let count = try tx.db.run(
                "UPDATE account SET suspended_at = ? WHERE id = ? AND (suspended_at IS NULL) = ?",
                isSuspended ? tx.now.seconds : nil, account.id, isSuspended)
            guard count > 0 else { return account }
            if isSuspended { try SessionRow.signOut(everySessionOf: account.id, tx) }
            try AuditRow.add(isSuspended ? .suspended : .readmitted, by: nil, subject: account.id.description, tx)
            return account
        }
    }
}
