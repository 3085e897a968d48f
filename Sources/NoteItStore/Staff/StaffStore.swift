import Foundation
import GRDB
import NoteItCore

import struct NoteItCore.Notification

extension SQLiteStore {
    public func staff(of course: Course.ID, by caller: Account.ID) async throws -> [Member] {
        try await read { db in
            let reader = try requireAccount(caller, db)
            if reader.role == .admin {
                try requireCourse(course, db)
            } else if try !Membership.require(caller, in: course, db).isStaff {
                return try MemberRow.staff(of: course, db).map(\.withoutEmail)
            }
            return try MemberRow.staff(of: course, db)
        }
    }

    public func roster(
        of course: Course.ID, matching query: RosterQuery, page: PageRequest, by caller: Account.ID
    ) async throws -> Page<Member> {
        let after = try PageToken.parts(page.after, count: 2)
        return try await read { db in
            try requireStaff(caller, in: course, db)
            let found = try MemberRow.roster(
                of: course, to: caller, matching: query, behind: after, limit: page.limit + 1, db)
            let items = Array(found.prefix(page.limit))
            let next =
                try found.count > page.limit
                ? items.last.map { try PageToken.make([$0.displayName, $0.id.description]) } : nil
            return Page(items: items, next: next)
        }
    }

    public func grantStaff(
        to person: AccountReference, in course: Course.ID, sections: [Section.ID], by caller: Account.ID?
    ) async throws -> (member: Member, created: Bool) {
        let now = now
        return try await commit { db in
            let reach = try StaffReach.of(caller, in: course, db)
            try reach.require(sections.isEmpty ? [course] : sections)
            let account = try reach.account(of: person, db)
            let granted = try Log(db, at: now).grantStaff(account, in: course, sections: sections, by: caller)
            return (try MemberRow.find(account, in: course, db), granted)
        }
    }

    public func revokeStaff(
        of person: AccountReference, in course: Course.ID, sections: [Section.ID], by caller: Account.ID?
    ) async throws {
        let now = now
        try await commit { db in
            let reach = try StaffReach.of(caller, in: course, db)
            let account = try findAccount(person, db)
            let held = try account.map { try staffScopes(of: $0, in: course, db) } ?? []
            let scopes = held.filter { sections.isEmpty || sections.contains($0) }
            guard let account, !scopes.isEmpty else {
                let home = sections.isEmpty ? course : sections.joined(separator: ", ")
                throw DomainError.notFound("staff place of \(person) in \(home)")
            }
            try reach.require(scopes)
            try Log(db, at: now).revokeStaff(account, in: course, scopes: scopes, by: caller)
        }
    }

    public func accountID(of person: AccountReference) async throws -> Account.ID {
        try await read { try requireAccount(person, $0) }
    }
}

/// Whose places on a course's staff a person may give and take.
private struct StaffReach {
    let course: Course.ID
    /// At the server's own command line. They are told where an email is not verified.
    let isOperator: Bool
    let isAdmin: Bool
    /// Nil: any.
    let sections: Set<Section.ID>?

    /// - Parameter caller: nil for the operator.
    /// Throws `.notFound` if the course is absent, `.forbidden` for who is neither an admin nor of its staff.
    static func of(_ caller: Account.ID?, in course: Course.ID, _ db: Database) throws -> StaffReach {
        guard let caller, try requireAccount(caller, db).role != .admin else {
            try requireCourse(course, db)
            return StaffReach(course: course, isOperator: caller == nil, isAdmin: true, sections: nil)
        }
        let membership = try Membership.require(caller, in: course, db)
        guard membership.isStaff else {
            throw DomainError.forbidden("Only admins and the staff of \(course) say who its staff is.")
        }
        let scopes = membership.isWholeStaff ? nil : Set(try staffScopes(of: caller, in: course, db))
        return StaffReach(course: course, isOperator: false, isAdmin: false, sections: scopes)
    }

    /// Granting shows the email, and handles can be guessed: whoever is not in the course is named by id, or by an email that was
    /// verified, since anybody may register with somebody else's. Throws `.notFound` in the same words for what nobody has.
    func account(of person: AccountReference, _ db: Database) throws -> Account.ID {
        let account = try findAccount(person, db)
        let isKnown = try account.map { try knows($0, by: person, db) } ?? false
        guard let account, isKnown else {
            if case .handle = person, !isAdmin { throw DomainError.notFound("account \(person) in \(course)") }
            throw DomainError.notFound("account \(person)")
        }
        return account
    }

    private func knows(_ account: Account.ID, by person: AccountReference, _ db: Database) throws -> Bool {
        if isOperator { return true }
        switch person {
        case .id: return true
        case .handle where isAdmin: return true
        case .email where try db.first("SELECT 1 FROM verified_email WHERE account_id = ?", account) != nil: return true
        case .email, .handle: return try Membership.find(account, in: course, db) != nil
        }
    }

    /// - Parameter scopes: sections, or the course for all of them. Throws `.forbidden` if one is out of reach.
    func require(_ scopes: [String]) throws {
        guard let sections, let beyond = scopes.first(where: { !sections.contains($0) }) else { return }
        let what = beyond == course ? "the whole of \(course)" : "section \(beyond)"
        throw DomainError.forbidden(
            "You are staff of \(sections.sorted().joined(separator: ", ")) alone, not of \(what). Name your own sections.")
    }
}

/// Sections, or the course for all of them, of which a person is staff.
func staffScopes(of account: Account.ID, in course: Course.ID, _ db: Database) throws -> [String] {
    try db.column(
        "SELECT scope FROM enrollment WHERE account_id = ? AND course_id = ? AND role = 'staff' ORDER BY scope", account, course
    )
}

extension Member {
    fileprivate var withoutEmail: Member {
        var member = self
        member.email = nil
        return member
    }
}

/// Throws `.notFound` if it is absent.
private func requireCourse(_ course: Course.ID, _ db: Database) throws {
    guard try db.first("SELECT 1 FROM course WHERE id = ?", course) != nil else {
        throw DomainError.notFound("course \(course)")
    }
}

/// Throws `.notFound` if nobody is meant.
func requireAccount(_ person: AccountReference, _ db: Database) throws -> Account.ID {
    guard let found = try findAccount(person, db) else { throw DomainError.notFound("account \(person)") }
    return found
}

private func findAccount(_ person: AccountReference, _ db: Database) throws -> Account.ID? {
    switch person {
    case .id(let id): try db.value("SELECT id FROM account WHERE id = ? AND left_at IS NULL", id)
    case .handle(let handle): try db.value("SELECT id FROM account WHERE handle = ?", handle)
    case .email(let email): try db.value("SELECT id FROM account WHERE email_key = ?", EmailAddress.key(email))
    }
}

extension Log {
    /// Makes somebody staff of the given sections, or, with none, of the whole course. Throws `.invalid` for sections of another
    /// course or that are not offered.
    /// - Parameter actor: nil for the operator, who tells them.
    /// - Returns: whether any of it is new.
    func grantStaff(_ account: Account.ID, in course: Course.ID, sections: [Section.ID], by actor: Account.ID?) throws -> Bool {
        for (section, home) in try coursesOf(sections, db) where home != course {
            throw DomainError.invalid("sections", "\(section) is not a section of \(course)")
        }
        let held = try staffScopes(of: account, in: course, db)
        let wanted = unique(sections.isEmpty ? [course] : sections)
        try holdByHand(wanted, account)
        let new = wanted.filter { !held.contains($0) }
        guard !new.isEmpty else { return false }
        for scope in new { try grant(account, course: course, section: scope == course ? nil : scope, role: .staff) }
        if let actor, actor != account { try tellStaffGranted(account, course) }
        for scope in new { try audit(.staffGranted, by: actor, subject: account.description, course: course, detail: scope) }
        return true
    }

    /// - Parameter scopes: staff places that the person holds.
    func revokeStaff(_ account: Account.ID, in course: Course.ID, scopes: [String], by actor: Account.ID?) throws {
        try holdByHand(scopes, account)
        for scope in scopes { try revoke(account, scope: scope, role: .staff) }
        for scope in scopes { try audit(.staffRevoked, by: actor, subject: account.description, course: course, detail: scope) }
    }

    /// From now on the catalog neither takes these places nor gives them again.
    private func holdByHand(_ scopes: [String], _ account: Account.ID) throws {
        try db.run(
            "UPDATE instructor_claim SET given = 0 WHERE account_id = ? AND section_id IN (SELECT value FROM json_each(?))",
            account, try jsonArray(scopes))
    }

    func tellStaffGranted(_ account: Account.ID, _ course: Course.ID) throws {
        try notify(
            account, Notification(id: .make(at: now), kind: .staffGranted, course: course, createdAt: now, readAt: nil))
    }
}
