import Foundation
import GRDB
import NoteItCore

/// What the operator does for, and about, an account.
extension SQLiteStore {
    public func allowReset(of email: String, codeHash: String, until end: Date) async throws -> Account {
        let now = now
        return try await commit { db in
            let account = try requireAccount(email: email, db)
            try db.run(
                """
                INSERT INTO password_reset (account_id, code_hash, expires_at) VALUES (?, ?, ?)
                ON CONFLICT (account_id) DO UPDATE SET code_hash = excluded.code_hash, expires_at = excluded.expires_at
                """, account.id, codeHash, end.seconds)
            try Log(db, at: now).audit(.resetAllowed, by: nil, subject: account.id.description)
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
        let now = now
        return try await commit { db in
            let row = try db.first("SELECT * FROM account WHERE email_key = ?", EmailAddress.key(email))
            guard let account = try row.map(decodeAccount),
                try db.run(
                    "DELETE FROM password_reset WHERE account_id = ? AND code_hash = ? AND expires_at >= ?", account.id,
                    codeHash,
                    now.seconds) > 0
            else { throw DomainError.wrongResetCode }
            try db.run("UPDATE account SET password = ? WHERE id = ?", hash, account.id)
            let log = Log(db, at: now)
            try log.signOut(everySessionOf: account.id)
            try log.audit(.passwordChanged, by: account.id, subject: account.id.description, detail: "by a code")
            return account
        }
    }

    public func suspend(_ email: String, _ isSuspended: Bool) async throws -> Account {
        let now = now
        return try await commit { db in
            let account = try requireAccount(email: email, db)
            let count = try db.run(
                "UPDATE account SET suspended_at = ? WHERE id = ? AND (suspended_at IS NULL) = ?",
                isSuspended ? now.seconds : nil, account.id, isSuspended)
            guard count > 0 else { return account }
            let log = Log(db, at: now)
            if isSuspended { try log.signOut(everySessionOf: account.id) }
            try log.audit(isSuspended ? .suspended : .readmitted, by: nil, subject: account.id.description)
            return account
        }
    }
}
