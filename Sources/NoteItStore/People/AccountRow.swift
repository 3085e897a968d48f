import Foundation
import NoteItCore

enum AccountRow {
    /// Throws `.conflict` if another account has that email.
    static func requireFree(email: String, except id: Account.ID?, _ db: SQLConnection) throws {
        let holder: Account.ID? = try db.value("SELECT id FROM account WHERE email_key = ?", EmailAddress.key(email))
        if let holder, holder != id { throw DomainError.emailTaken(email) }
    }

    /// Throws `.conflict` if another account has that email.
    static func add(
        email: String, displayName: String, role: Account.Role, password: String, _ tx: Transaction
    ) throws -> Account {
        try requireFree(email: email, except: nil, tx.db)
        let account = Account(
            id: .make(at: tx.now), email: email, displayName: displayName, role: role,
            handle: try HandleRow.free(for: displayName, tx.db))
        try tx.db.send(
            """
            INSERT INTO account (id, email, email_key, display_name, handle, role, password, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            account.id, account.email, EmailAddress.key(account.email), account.displayName, account.handle, role.rawValue,
            password, tx.now.seconds)
        return account
    }

    /// Whether the operator knows that the email is its holder's; nil if no account has it.
    static func isVerified(email: String, _ db: SQLConnection) throws -> Bool? {
        try db.first(
            """
            SELECT v.account_id IS NOT NULL AS verified FROM account a LEFT JOIN verified_email v ON v.account_id = a.id
            WHERE a.email_key = ?
            """, EmailAddress.key(email)
        ).map { $0["verified"] }
    }

    /// Nil if the person has left.
    static func find(_ id: Account.ID, _ db: SQLConnection) throws -> Account? {
        try db.first("SELECT * FROM account WHERE id = ? AND left_at IS NULL", id).map(decode)
    }

    private static let absent = DomainError.unauthenticated("This account no longer exists.")

    /// Throws `.unauthenticated` if the person has left.
    static func require(_ id: Account.ID, _ db: SQLConnection) throws -> Account {
        guard let account = try find(id, db) else { throw absent }
        return account
    }

    /// Throws `.unauthenticated` if the person has left.
    static func requirePresent(_ id: Account.ID, _ db: SQLConnection) throws {
        guard try db.first("SELECT 1 FROM account WHERE id = ? AND left_at IS NULL", id) != nil else { throw absent }
    }

    /// Throws `.forbidden`.
    static func requireNotSuspended(_ id: Account.ID, _ db: SQLConnection) throws {
        guard try db.first("SELECT 1 FROM account WHERE id = ? AND suspended_at IS NOT NULL", id) == nil else {
            throw DomainError.accountIsSuspended
        }
    }

    /// Throws `.notFound` if no account has that email.
    static func require(email: String, _ db: SQLConnection) throws -> Account {
        guard let row = try db.first("SELECT * FROM account WHERE email_key = ?", EmailAddress.key(email)) else {
            throw DomainError.notFound("account \(email)")
        }
        return try decode(row)
    }

    static func decode(_ row: Row) throws -> Account {
        Account(
            id: row["id"], email: row["email"] ?? "", displayName: row["display_name"],
            role: try stored(Account.Role(rawValue: row["role"])), handle: row["handle"])
    }

    /// Whoever reads the old mailbox may hold the code for a new password.
    static func endReset(of id: Account.ID, _ db: SQLConnection) throws {
        try db.send("DELETE FROM password_reset WHERE account_id = ?", id)
    }

    /// Throws `.unauthenticated` if the password changed after the caller checked it.
    /// - Parameter checked: the hash that the caller checked; nil if no password was asked for.
    static func requirePassword(_ checked: String?, of account: Account.ID, _ db: SQLConnection) throws {
        guard let checked else { return }
        let present: String? = try db.value("SELECT password FROM account WHERE id = ?", account)
        guard present == checked else {
            throw DomainError.unauthenticated("The password was just changed. Sign in with the new one.")
        }
    }
}
