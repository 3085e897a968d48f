import Foundation
import GRDB
import NoteItCore

extension SQLiteStore {
    /// What an author is called after leaving.
    static let formerMember = "Former member"

    public func register(_ new: NewAccount, role: Account.Role, password: String) async throws -> Account {
        let now = now
        return try await commit { db in
            try requireFree(email: new.email, except: nil, db)
            let account = Account(
                id: .make(at: now), email: new.email, displayName: new.displayName, role: role,
                handle: try HandleRow.free(for: new.displayName, db))
            try db.run(
                """
                INSERT INTO account (id, email, email_key, display_name, handle, role, password, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                account.id, account.email, EmailAddress.key(account.email), account.displayName, account.handle, role.rawValue,
                password, now.seconds)
            return account
        }
    }

    public func credentials(email: String) async throws -> (account: Account, password: String)? {
        try await read { db in
            let row = try db.first("SELECT * FROM account WHERE email_key = ?", EmailAddress.key(email))
            guard let row, let password: String = row["password"] else { return nil }
            return (try decodeAccount(row), password)
        }
    }

    public func account(_ id: Account.ID) async throws -> Account {
        try await read { try requireAccount(id, $0) }
    }

    public func update(
        _ id: Account.ID, with patch: AccountPatch, ifPassword password: String?
    ) async throws -> Account {
        let now = now
        return try await commit { db in
            let old = try requireAccount(id, db)
            try requirePassword(password, of: id, db)
            var new = old
            new.email = patch.email ?? old.email
            new.displayName = patch.displayName ?? old.displayName
            guard new != old else { return old }
            try requireFree(email: new.email, except: id, db)
            try db.run(
                "UPDATE account SET email = ?, email_key = ?, display_name = ? WHERE id = ?",
                new.email, EmailAddress.key(new.email), new.displayName, id)
            let log = Log(db, at: now)
            try log.renamed(id)
            if EmailAddress.key(new.email) != EmailAddress.key(old.email) {
                try log.audit(.emailChanged, by: id, subject: id.description)
                try log.forgetVerification(of: id)
            }
            return new
        }
    }

    public func setPassword(_ id: Account.ID, hash: String, keeping session: Session.ID?) async throws {
        let now = now
        try await commit { db in
            try db.run("UPDATE account SET password = ? WHERE id = ? AND left_at IS NULL", hash, id)
            guard let session else { return }
            let log = Log(db, at: now)
            try log.signOut(everySessionOf: id, but: session)
            try log.audit(.passwordChanged, by: id, subject: id.description)
        }
    }

    public func changePassword(
        of id: Account.ID, from old: String, to hash: String, keeping session: Session.ID
    ) async throws {
        let now = now
        try await commit { db in
            try requirePassword(old, of: id, db)
            guard try db.first("SELECT 1 FROM session WHERE id = ? AND revoked_at IS NULL", session) != nil else {
                throw DomainError.unauthenticated("This session was signed out. Sign in again.")
            }
            try db.run("UPDATE account SET password = ? WHERE id = ?", hash, id)
            let log = Log(db, at: now)
            try log.signOut(everySessionOf: id, but: session)
            try log.audit(.passwordChanged, by: id, subject: id.description)
        }
    }

    public func renew(_ old: String, as hash: String, of id: Account.ID) async throws -> Bool {
        try await commit { db in
            try db.run("UPDATE account SET password = ? WHERE id = ? AND password = ?", hash, id, old) > 0
        }
    }

    public func leave(_ id: Account.ID, ifPassword password: String?) async throws {
        let now = now
        let unseen = try await commit { db in
            _ = try requireAccount(id, db)
            try requirePassword(password, of: id, db)
            let log = Log(db, at: now)
            let privates: [Event.ID] = try db.column(
                "SELECT id FROM event WHERE author_id = ? AND visibility = 'private' AND deleted_at IS NULL", id)
            for event in privates { try log.remove(event: event, by: id, reason: nil) }
            try SearchIndex.forget(privates, db)
            let unseen = try AttachmentRow.deleteUnseen(of: id, db)
            try forgetDeletedWords(of: id, db)
            try HandleRow.retire(of: id, db)
            try db.run(
                """
                UPDATE account SET email = NULL, email_key = NULL, password = NULL, handle = NULL, display_name = ?, left_at = ?
                WHERE id = ?
                """, Self.formerMember, now.seconds, id)
            try log.renamed(id)
            for table in [
                "schedule", "seat_watch", "notification", "broadcast_receipt", "event_mark", "preference", "muted_course",
                "verified_email", "instructor_claim", "password_reset",
            ] {
                try db.run("DELETE FROM \(table) WHERE account_id = ?", id)
            }
            try db.run("DELETE FROM enrollment WHERE account_id = ?", id)
            try db.run("DELETE FROM former_enrollment WHERE account_id = ?", id)
            try log.signOut(everySessionOf: id)
            try log.audit(.left, by: id, subject: id.description)
            return unseen
        }
        await removeUnused(unseen)
    }
}

/// Takes the words out of what a person deleted, with all that was private: rows stay, because the log and numbers refer to them.
private func forgetDeletedWords(of account: Account.ID, _ db: Database) throws {
    try db.run(
        "DELETE FROM due_change WHERE event_id IN (SELECT id FROM event WHERE author_id = ? AND deleted_by = author_id)",
        account)
    try db.run(
        """
        UPDATE event SET title = '-', body = '', tags = '[]', latest_reply = NULL, due = NULL, due_day = NULL, deleted_why = NULL
        WHERE author_id = ? AND deleted_by = author_id
        """, account)
    try db.run(
        "UPDATE reply SET body = '-', deleted_why = NULL WHERE author_id = ? AND deleted_by = author_id", account)
    try db.run(
        """
        UPDATE reply SET body = '-' WHERE author_id = ? AND event_id IN (SELECT id FROM event WHERE deleted_by = author_id)
        """, account)
}

/// Throws `.unauthenticated` if the account's password is not the one that was checked any more; nil: none was.
func requirePassword(_ checked: String?, of account: Account.ID, _ db: Database) throws {
    guard let checked else { return }
    let present: String? = try db.value("SELECT password FROM account WHERE id = ?", account)
    guard present == checked else {
        throw DomainError.unauthenticated("The password was changed at this moment. Sign in with the new one.")
    }
}

/// Throws `.conflict` if somebody else has that email.
private func requireFree(email: String, except id: Account.ID?, _ db: Database) throws {
    let holder: Account.ID? = try db.value("SELECT id FROM account WHERE email_key = ?", EmailAddress.key(email))
    if let holder, holder != id { throw DomainError.emailTaken(email) }
}

enum AccountRow {
    /// Once addresses are compared in another form. Where two people have one address by it, each keeps the form of before.
    static func renewEmailKeys(_ db: Database) throws {
        for row in try db.all("SELECT id, email, email_key FROM account WHERE email IS NOT NULL") {
            let key = EmailAddress.key(row["email"])
            // By bytes: two ways to write a letter are equal to Swift.
            guard !key.utf8.elementsEqual((row["email_key"] as String).utf8) else { continue }
            try db.run("UPDATE OR IGNORE account SET email_key = ? WHERE id = ?", key, row["id"] as Account.ID)
        }
    }

    /// Nil if the person has left.
    static func find(_ id: Account.ID, _ db: Database) throws -> Account? {
        try db.first("SELECT * FROM account WHERE id = ? AND left_at IS NULL", id).map(decodeAccount)
    }
}

/// Throws `.unauthenticated` if the person has left.
func requireAccount(_ id: Account.ID, _ db: Database) throws -> Account {
    guard let account = try AccountRow.find(id, db) else {
        throw DomainError.unauthenticated("This account no longer exists.")
    }
    return account
}

/// Throws `.notFound` if nobody has that email.
func requireAccount(email: String, _ db: Database) throws -> Account {
    guard let row = try db.first("SELECT * FROM account WHERE email_key = ?", EmailAddress.key(email)) else {
        throw DomainError.notFound("account \(email)")
    }
    return try decodeAccount(row)
}

func decodeAccount(_ row: Row) throws -> Account {
    Account(
        id: row["id"], email: row["email"] ?? "", displayName: row["display_name"],
        role: try stored(Account.Role(rawValue: row["role"])), handle: row["handle"])
}

/// Unwraps a value that a CHECK of the schema vouches for.
func stored<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a value that the schema forbids") }
    return value
}
