import Foundation
import NoteItCore

extension SQLStore {
    /// The display name of an author who has left.
    static let formerMember = "Former member"

    public func register(_ new: NewAccount, role: Account.Role, password: String) async throws -> Account {
        try await commit { tx in
            try AccountRow.add(email: new.email, displayName: new.displayName, role: role, password: password, tx)
        }
    }

    public func credentials(email: String) async throws -> (account: Account, password: String)? {
        try await read { db in
            let row = try db.first("SELECT * FROM account WHERE email_key = ?", EmailAddress.key(email))
            guard let row, let password: String = row["password"] else { return nil }
            return (try AccountRow.decode(row), password)
        }
    }

    public func account(_ id: Account.ID) async throws -> Account {
        try await lookUp { try AccountRow.require(id, $0) }
    }

    public func update(
        _ id: Account.ID, with patch: AccountPatch, ifPassword password: String?
    ) async throws -> Account {
        try await commit { tx in
            let old = try AccountRow.require(id, tx.db)
            try AccountRow.requirePassword(password, of: id, tx.db)
            var new = old
            new.email = patch.email ?? old.email
            new.displayName = patch.displayName ?? old.displayName
            guard try !identical(new, old) else { return old }
            try AccountRow.requireFree(email: new.email, except: id, tx.db)
            try tx.db.send(
                "UPDATE account SET email = ?, email_key = ?, display_name = ? WHERE id = ?",
                new.email, EmailAddress.key(new.email), new.displayName, id)
            try tx.log.renamed(id)
            if EmailAddress.key(new.email) != EmailAddress.key(old.email) {
                try AuditRow.add(.emailChanged, by: id, subject: id.description, tx)
                try InstructorClaims.forgetVerification(of: id, tx)
                try AccountRow.endReset(of: id, tx.db)
            }
            return new
        }
    }

    public func changePassword(
        of id: Account.ID, from old: String, to hash: String, keeping session: Session.ID
    ) async throws {
        try await commit { tx in
            try AccountRow.requirePassword(old, of: id, tx.db)
            guard try tx.db.first("SELECT 1 FROM session WHERE id = ? AND revoked_at IS NULL", session) != nil else {
                throw DomainError.sessionEnded
            }
            try tx.db.send("UPDATE account SET password = ? WHERE id = ?", hash, id)
            try SessionRow.signOut(everySessionOf: id, but: session, tx)
            try AuditRow.add(.passwordChanged, by: id, subject: id.description, tx)
        }
    }

    public func renew(_ old: String, as hash: String, of id: Account.ID) async throws -> Bool {
        try await commit { tx in
            try tx.db.run("UPDATE account SET password = ? WHERE id = ? AND password = ?", hash, id, old) > 0
        }
    }
}
