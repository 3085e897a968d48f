import Foundation
import NoteItCore

/// The operator's care of accounts.
extension SQLStore {
    /// Stores a code that sets a new password once, until `end`, and invalidates an older code. Throws `.notFound`.
    /// - Parameter codeHash: SHA-256 of the code, in hexadecimal.
    public func allowReset(of email: String, codeHash: String, until end: Date) async throws -> Account {
        try await commit { tx in
            let account = try AccountRow.require(email: email, tx.db)
            try AccountRow.allowReset(of: account.id, codeHash: codeHash, until: end, tx)
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
            // Whoever knew the old password, or held a device, may have made them.
            let passwords = try tx.db.run("DELETE FROM app_password WHERE account_id = ?", account.id)
            let feeds = try tx.db.run("DELETE FROM calendar_feed WHERE account_id = ?", account.id)
            let tokens = try ApiTokenRow.end(allOf: account.id, tx)
            let webhooks = try WebhookRow.end(allOf: account.id, tx.db)
            try NtfyTopicRow.end(of: account.id, tx.db)
            try SignOnRow.forgetLinks(of: account.id, tx)
            try PasskeyRow.demandPassword(of: account.id, tx.db)
            try AuditRow.add(
                .passwordChanged, by: account.id, subject: account.id.description,
                detail:
                    "by a code; ended app passwords: \(passwords), calendar feeds: \(feeds), tokens: \(tokens), webhooks: \(webhooks)",
                tx)
            return account
        }
    }

    /// Suspends an account, which ends all its sessions and blocks sign-ins, or lifts the suspension. Throws `.notFound`.
    public func suspend(_ email: String, _ isSuspended: Bool) async throws -> Account {
        try await commit { tx in
            let account = try AccountRow.require(email: email, tx.db)
            let count = try tx.db.run(
                "UPDATE account SET suspended_at = ? WHERE id = ? AND (suspended_at IS NULL) = ?",
                isSuspended ? tx.now.seconds : nil, account.id, isSuspended)
            guard count > 0 else { return account }
            if isSuspended {
                try SessionRow.signOut(everySessionOf: account.id, tx)
                _ = try ApiTokenRow.end(allOf: account.id, tx)
                _ = try WebhookRow.end(allOf: account.id, tx.db)
                try NtfyTopicRow.end(of: account.id, tx.db)
            }
            try AuditRow.add(isSuspended ? .suspended : .readmitted, by: nil, subject: account.id.description, tx)
            return account
        }
    }

    /// Deletes an account, as its person could. Throws `.notFound`.
    public func delete(_ email: String) async throws -> Account {
        let account = try await read { try AccountRow.require(email: email, $0) }
        try await delete(account.id, ifPassword: nil, by: nil)
        return account
    }

    /// Everyone, by email: at most `limit` people after the email `last`.
    public func accounts(after last: String?, limit: Int) async throws -> [ListedAccount] {
        let after = last.map(EmailAddress.key) ?? ""
        return try await read { db in
            try db.all(
                """
                SELECT a.*, v.account_id IS NOT NULL AS verified,
                    (SELECT max(s.last_used_at) FROM session s WHERE s.account_id = a.id) AS seen_at
                FROM account a LEFT JOIN verified_email v ON v.account_id = a.id
                WHERE a.email_key > ? ORDER BY a.email_key LIMIT ?
                """, after, limit
            ).map { row in
                ListedAccount(
                    account: try AccountRow.decode(row), verified: row["verified"],
                    suspended: row.dateIfPresent("suspended_at") != nil, createdAt: row.date("created_at"),
                    lastSeen: row.dateIfPresent("seen_at"))
            }
        }
    }

    /// Makes an account with a verified email for everyone who has none, and a code for each that sets the first password.
    /// - Parameters: `password`: a hash that nobody knows the password of; `end`: when the codes end.
    public func importAccounts(
        _ people: [ImportedAccount], password: String, until end: Date, dryRun: Bool
    ) async throws -> AccountImport {
        if dryRun {
            return try await read { db in
                try AccountImport(people) { try AccountRow.isVerified(email: $0, db) }
            }
        }
        return try await commit { tx in
            let report = try AccountImport(people) { try AccountRow.isVerified(email: $0, tx.db) }
            for person in report.new {
                let id = try AccountRow.add(
                    email: person.email, displayName: person.displayName, role: person.role, password: password, tx
                ).id
                try tx.db.send("INSERT INTO verified_email (account_id, verified_at) VALUES (?, ?)", id, tx.now.seconds)
                try tx.db.send(
                    "INSERT INTO password_reset (account_id, code_hash, expires_at) VALUES (?, ?, ?)", id, person.codeHash,
                    end.seconds)
                try AuditRow.add(.emailVerified, by: nil, subject: id.description, tx)
                try RosterRow.settle(id, tx)
            }
            if !report.new.isEmpty { try InstructorClaims.settle(tx) }
            return report
        }
    }
}

extension AccountRow {
    /// Lets a code set a new password once, in place of an earlier code.
    static func allowReset(
        of account: Account.ID, codeHash: String, until end: Date, detail: String? = nil, _ tx: Transaction
    ) throws {
        try tx.db.send(
            """
            INSERT INTO password_reset (account_id, code_hash, expires_at) VALUES (?, ?, ?)
            ON CONFLICT (account_id) DO UPDATE SET code_hash = excluded.code_hash, expires_at = excluded.expires_at
            """, account, codeHash, end.seconds)
        try AuditRow.add(.resetAllowed, by: nil, subject: account.description, detail: detail, tx)
    }
}
