import Foundation
import NoteItCore

extension SQLStore {
    public func invite(
        _ new: NewInvitation, to course: Course.ID?, codeHash: String, by caller: Account.ID
    ) async throws -> Invitation {
        try await commit { tx in
            try Self.requireInviter(caller, to: course, tx.db)
            let earlier = try InvitationRow.all(to: course, tx.db)
            let invitation = Invitation(
                id: .make(at: tx.now, counter: Int64(earlier.count)), course: course, section: new.section,
                role: new.role ?? .student, email: new.email.map(EmailAddress.key), handle: new.handle.map(Self.bareHandle),
                uses: new.uses ?? 1, used: 0, createdBy: caller, createdAt: tx.now,
                expiresAt: (new.expiresAt ?? tx.now + Double(Invitation.usual) * 86_400).wholeSeconds)
            try invitation.requireAuthority(of: caller, tx.db)
            let home: Course.ID? = try tx.db.value("SELECT course_id FROM section WHERE id = ? AND withdrawn = 0", new.section)
            if let section = new.section, home == nil || home != course {
                guard let course else { throw DomainError.invalid("section", "\(section.shown) is not a section of a course") }
                throw DomainError.notSection(section, of: course, in: "section")
            }
            let open = earlier.count { $0.state(at: tx.now) == .open }
            guard open < Invitation.most else {
                throw DomainError.conflict("\(Invitation.most) invitations are open already. Revoke one first.")
            }
            try InvitationRow.add(invitation, codeHash: codeHash, tx.db)
            try AuditRow.add(
                .invitationMade, by: caller, subject: invitation.id.description, course: course,
                detail: "\(invitation.role.rawValue), uses: \(invitation.uses)", tx)
            return invitation
        }
    }

    public func invitations(to course: Course.ID?, by caller: Account.ID) async throws -> [Invitation] {
        try await read { db in
            try Self.requireInviter(caller, to: course, db)
            return try InvitationRow.all(to: course, db).filter { invitation in
                if invitation.createdBy == caller { return true }
                do {
                    try invitation.requireAuthority(of: caller, db)
                    return true
                } catch is DomainError {
                    return false
                }
            }
        }
    }

    public func revokeInvitation(_ id: Invitation.ID, by caller: Account.ID) async throws {
        try await commit { tx in
            let person = try AccountRow.require(caller, tx.db)
            guard let invitation = try InvitationRow.find(id, tx.db) else { throw DomainError.notFound("invitation \(id)") }
            if invitation.createdBy != caller {
                // Nobody but its course's staff may know that there is one.
                let isNear = try invitation.course.map { try Membership.find(caller, in: $0, tx.db)?.isStaff ?? false } ?? false
                guard person.role == .admin || isNear else { throw DomainError.notFound("invitation \(id)") }
                try invitation.requireAuthority(of: caller, tx.db)
            }
            let count = try tx.db.run(
                "UPDATE invitation SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", tx.now.seconds, id)
            guard count > 0 else { return }
            try AuditRow.add(
                .invitationRevoked, by: caller, subject: id.description, course: invitation.course, tx)
        }
    }

    public func preview(codeHash: String, email: String?) async throws -> InvitationPreview {
        let now = now
        return try await read { db in
            let invitation = try InvitationRow.require(codeHash: codeHash, db)
            let isUsed = invitation.state(at: now) == .used
            // People who used it may still have to choose a section.
            if isUsed, email == nil { try invitation.requireGood(at: now, db) } else { try invitation.requireOpen(at: now, db) }
            if let email { try invitation.requireNew(email: email) }
            let title: String? = try db.value("SELECT title FROM course WHERE id = ?", invitation.course)
            return InvitationPreview(
                course: invitation.course, title: title, role: invitation.role, sections: try invitation.sections(db),
                expiresAt: invitation.expiresAt, used: isUsed)
        }
    }

    public func use(codeHash: String, sections: [Section.ID], by account: Account.ID) async throws -> Joining {
        try await commit { tx in
            let person = try AccountRow.require(account, tx.db)
            let invitation = try InvitationRow.require(codeHash: codeHash, tx.db)
            let use = InvitationUse(invitation: invitation, person: person, tx: tx)
            let hasJoined = try use.join(sections)
            return Joining(
                enrollments: try EnrollmentRow.all(of: account, tx.db), waiting: try JoinRequestRow.all(of: account, tx.db),
                hasJoined: hasJoined, isWaiting: false)
        }
    }

    public func register(_ new: NewAccount, password: String, codeHash: String) async throws -> Account {
        try await commit { tx in
            let invitation = try InvitationRow.require(codeHash: codeHash, tx.db)
            try invitation.requireOpen(at: tx.now, tx.db)
            try invitation.requireNew(email: new.email)
            let account = try AccountRow.add(
                email: new.email, displayName: new.displayName, role: .student, password: password, tx)
            try InvitationUse(invitation: invitation, person: account, tx: tx).begin()
            return account
        }
    }

    public func pruneInvitations(before date: Date) async throws -> Int {
        try await commit { tx in
            let ended = """
                SELECT i.id FROM invitation i WHERE i.expires_at < ?1 OR i.revoked_at < ?1
                    OR (i.used = i.uses AND i.created_at < ?1 AND NOT EXISTS (SELECT 1 FROM invitation_use u
                        WHERE u.invitation_id = i.id AND (u.joined_at IS NULL OR u.joined_at >= ?1)))
                """
            let ids: [Invitation.ID] = try tx.db.column(ended, date.seconds)
            return try InvitationRow.delete(ids, tx.db)
        }
    }

    private static func bareHandle(_ text: String) -> String {
        (text.hasPrefix("@") ? String(text.dropFirst()) : text).lowercased()
    }

    /// Throws `.notFound`, `.forbidden`.
    private static func requireInviter(_ caller: Account.ID, to course: Course.ID?, _ db: SQLConnection) throws {
        let isAdmin = try AccountRow.require(caller, db).role == .admin
        guard let course else {
            guard isAdmin else { throw DomainError.onlyAdminsInviteToServer }
            return
        }
        if isAdmin { return try CourseRow.requireExists(course, db) }
        guard try Membership.require(caller, in: course, db).isStaff else { throw DomainError.onlyStaffInvites(to: course) }
    }
}

extension Invitation {
    /// Throws `.forbidden` unless a person who registers with this address may use it. A handle is that of an account.
    fileprivate func requireNew(email: String) throws(DomainError) {
        guard handle == nil, self.email.map({ $0 == EmailAddress.key(email) }) ?? true else { throw .invitedAnother }
    }
}

/// One person's use of an invitation.
private struct InvitationUse {
    let invitation: Invitation
    let person: Account
    let tx: Transaction

    /// Counts the use of somebody who just registered, who joins at once if there is nothing to choose.
    func begin() throws {
        let sections = try offered()
        try count()
        if sections.count <= 1 { try enter(sections.map(\.id)) }
    }

    /// - Returns: whether the person has a new place.
    func join(_ chosen: [Section.ID]) throws -> Bool {
        let used = try tx.db.first(
            "SELECT joined_at FROM invitation_use WHERE invitation_id = ? AND account_id = ?", invitation.id, person.id)
        guard let course = invitation.course else {
            throw used == nil ? DomainError.invitedAlready : .usedByYou
        }
        let hasJoined = used.map { $0.dateIfPresent("joined_at") != nil } ?? false
        // The invitation of a person who registered by it, and did not choose yet, has been counted.
        if used == nil {
            try invitation.requireFor(person)
            if try holds(chosen, of: course) { return false }
            try invitation.requireOpen(at: tx.now, tx.db)
        } else if hasJoined {
            if try holds(chosen, of: course) { return false }
            throw DomainError.usedByYou
        } else {
            try invitation.requireGood(at: tx.now, tx.db)
        }
        let sections = try choose(chosen, of: course)
        if used == nil { try count() }
        try enter(sections)
        return true
    }

    /// Whether the person has all places that they could get.
    private func holds(_ chosen: [Section.ID], of course: Course.ID) throws -> Bool {
        let places = try EnrollmentRow.all(of: person.id, tx.db).filter { $0.course == course }
        if invitation.role == .staff {
            return places.contains { $0.role == .staff && ($0.section == nil || $0.section == invitation.section) }
        }
        let (held, wanted) = (Set(places.map(\.scope)), invitation.section.map { [$0] } ?? chosen)
        return wanted.isEmpty ? !places.isEmpty : wanted.allSatisfy { held.contains($0.text) }
    }

    /// The sections that the invitation leads to now. Throws `.conflict` if those that it is for are gone.
    private func offered() throws -> [InvitedSection] {
        let sections = try invitation.sections(tx.db)
        let isOfSections = invitation.section != nil || invitation.course != nil && invitation.role == .student
        guard !isOfSections || !sections.isEmpty else {
            throw DomainError.conflict("The section of this invitation is no longer offered. Ask for a new one.")
        }
        return sections
    }

    /// The sections to join. Throws `.invalid`.
    private func choose(_ chosen: [Section.ID], of course: Course.ID) throws -> [Section.ID] {
        let offered = try offered()
        guard invitation.section == nil, invitation.role == .student, offered.count > 1 else { return offered.map(\.id) }
        guard !chosen.isEmpty else {
            throw DomainError.invalid("sections", "must name one of \(offered.map(\.code).joined(separator: ", "))")
        }
        if let other = chosen.first(where: { id in !offered.contains { $0.id == id } }) {
            throw DomainError.notSection(other, of: course)
        }
        return unique(chosen)
    }

    /// Takes one of the uses. Two people who want the last one come here one after the other.
    private func count() throws {
        let count = try tx.db.run(
            "UPDATE invitation SET used = used + 1 WHERE id = ? AND used < uses AND revoked_at IS NULL", invitation.id)
        guard count > 0 else { throw DomainError.usedInvitation }
        try tx.db.send(
            "INSERT INTO invitation_use (invitation_id, account_id, used_at) VALUES (?, ?, ?)", invitation.id, person.id,
            tx.now.seconds)
        try AuditRow.add(
            .invitationUsed, by: person.id, subject: invitation.id.description, course: invitation.course, tx)
    }

    private func enter(_ sections: [Section.ID]) throws {
        if let course = invitation.course {
            switch invitation.role {
            case .staff:
                _ = try StaffRow.grant(
                    person.id, in: course, sections: invitation.section.map { [$0] } ?? [], by: invitation.createdBy, tx)
            case .student: try admit(to: sections, of: course)
            }
        }
        try tx.db.send(
            "UPDATE invitation_use SET joined_at = ? WHERE invitation_id = ? AND account_id = ?", tx.now.seconds, invitation.id,
            person.id)
    }

    /// People whom the staff removed come back only by an invitation in their own name.
    private func admit(to sections: [Section.ID], of course: Course.ID) throws {
        let scopes = sections.map(\.text) + [course.text]
        let isBarred = try tx.db.first(
            "SELECT 1 FROM removed_member WHERE account_id = ? AND scope IN (SELECT value FROM json_each(?))", person.id,
            try jsonArray(scopes))
        if isBarred != nil {
            guard invitation.email != nil || invitation.handle != nil else { throw DomainError.barredFromInvitation(course) }
            try RemovedMemberRow.forgive(person.id, scopes, tx.db)
        }
        for section in sections { try EnrollmentRow.admit(person.id, to: section, of: course, tx) }
    }
}
