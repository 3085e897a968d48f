import Foundation
import NoteItCore

enum InvitationRow {
    static func decode(_ row: Row) throws -> Invitation {
        Invitation(
            id: row["id"], course: row["course_id"], section: row["section_id"],
            role: try stored(Enrollment.Role(rawValue: row["role"])), email: row["email_key"], handle: row["handle"],
            uses: row["uses"], used: row["used"], createdBy: row["created_by"], createdAt: row.date("created_at"),
            expiresAt: row.date("expires_at"), revokedAt: row.dateIfPresent("revoked_at"))
    }

    static func find(_ id: Invitation.ID, _ db: SQLConnection) throws -> Invitation? {
        try db.first("SELECT * FROM invitation WHERE id = ?", id).map(decode)
    }

    /// Throws `.notFound` if no invitation has this code.
    static func require(codeHash: String, _ db: SQLConnection) throws -> Invitation {
        guard let row = try db.first("SELECT * FROM invitation WHERE code_hash = ?", codeHash) else {
            throw DomainError.unknownInvitation
        }
        return try decode(row)
    }

    /// Newest first.
    static func all(to course: Course.ID?, _ db: SQLConnection) throws -> [Invitation] {
        guard let course else {
            return try db.all("SELECT * FROM invitation WHERE course_id IS NULL ORDER BY created_at DESC, id DESC").map(decode)
        }
        return try db.all("SELECT * FROM invitation WHERE course_id = ? ORDER BY created_at DESC, id DESC", course).map(decode)
    }

    static func all(madeBy account: Account.ID, _ db: SQLConnection) throws -> [Invitation] {
        try db.all("SELECT * FROM invitation WHERE created_by = ? ORDER BY created_at, id", account).map(decode)
    }

    static func add(_ new: Invitation, codeHash: String, _ db: SQLConnection) throws {
        try db.send(
            """
            INSERT INTO invitation
                (id, code_hash, course_id, section_id, role, email_key, handle, uses, created_by, created_at, expires_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, new.id, codeHash, new.course, new.section, new.role.rawValue, new.email, new.handle, new.uses, new.createdBy,
            new.createdAt.seconds, new.expiresAt.seconds)
    }

    /// Forgets a person who leaves: what they made, what they used, and what has their address or handle. An email that is not
    /// verified may be that of somebody else.
    static func forget(_ account: Account.ID, _ db: SQLConnection) throws {
        let ids: [Invitation.ID] = try db.column(
            """
            SELECT i.id FROM account a JOIN invitation i ON i.created_by = a.id OR i.handle = a.handle
                OR (i.email_key = a.email_key AND EXISTS (SELECT 1 FROM verified_email v WHERE v.account_id = a.id))
                OR ((i.email_key IS NOT NULL OR i.handle IS NOT NULL) AND EXISTS (
                    SELECT 1 FROM invitation_use u WHERE u.invitation_id = i.id AND u.account_id = a.id))
            WHERE a.id = ? ORDER BY i.id
            """, account)
        try db.send("DELETE FROM invitation_use WHERE account_id = ?", account)
        try delete(ids, db)
    }

    /// - Returns: the number of invitations that are gone.
    @discardableResult
    static func delete(_ ids: [Invitation.ID], _ db: SQLConnection) throws -> Int {
        let gone = try jsonArray(ids)
        try db.send("DELETE FROM invitation_use WHERE invitation_id IN (SELECT value FROM json_each(?))", gone)
        return try db.run("DELETE FROM invitation WHERE id IN (SELECT value FROM json_each(?))", gone)
    }
}

extension Invitation {
    /// Throws if nobody can use it anew: it was used up, or is not good.
    func requireOpen(at now: Date, _ db: SQLConnection) throws {
        if state(at: now) == .used { throw DomainError.usedInvitation }
        try requireGood(at: now, db)
    }

    /// Throws if it lets nobody in, not even a person who took a use of it and chooses a section now: it was revoked, has expired,
    /// or its maker may no longer invite.
    func requireGood(at now: Date, _ db: SQLConnection) throws {
        if revokedAt != nil { throw DomainError.revokedInvitation }
        if expiresAt <= now { throw DomainError.expiredInvitation(expiresAt) }
        let isSuspended = try db.first("SELECT 1 FROM account WHERE id = ? AND suspended_at IS NOT NULL", createdBy) != nil
        do {
            if isSuspended { throw DomainError.inviterLeft }
            try requireAuthority(of: createdBy, db)
        } catch is DomainError {
            throw DomainError.inviterLeft
        }
    }

    /// Throws `.forbidden` unless the person may make such an invitation.
    func requireAuthority(of caller: Account.ID, _ db: SQLConnection) throws {
        guard let course else {
            guard try AccountRow.require(caller, db).role == .admin else { throw DomainError.onlyAdminsInviteToServer }
            return
        }
        try StaffAuthority.of(caller, in: course, db).require([section?.text ?? course.text], db)
    }

    /// Throws `.forbidden` unless it is for everyone or for this person.
    func requireFor(_ person: Account) throws(DomainError) {
        guard email.map({ $0 == EmailAddress.key(person.email) }) ?? true, handle.map({ $0 == person.handle }) ?? true else {
            throw .invitedAnother
        }
    }

    /// The sections that it leads to: the chosen one, or those of the course; none for staff of the whole course.
    func sections(_ db: SQLConnection) throws -> [InvitedSection] {
        guard let course, section != nil || role == .student else { return [] }
        return try db.all(
            """
            SELECT id, code, kind FROM section WHERE course_id = ?1 AND withdrawn = 0 AND id = COALESCE(?2, id) ORDER BY code
            """, course, section
        ).map { InvitedSection(id: $0["id"], code: $0["code"], kind: $0["kind"]) }
    }
}
