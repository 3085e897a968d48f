import Foundation
import NoteItCore

extension SQLStore {
    public func staff(of course: Course.ID, by caller: Account.ID) async throws -> [Member] {
        try await read { db in
            let reader = try AccountRow.require(caller, db)
            if reader.role == .admin {
                try CourseRow.requireExists(course, db)
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
            try Membership.requireStaff(caller, in: course, db)
            let found = try MemberRow.roster(
                of: course, to: caller, matching: query, after: after, limit: page.limit + 1, db)
            let items = Array(found.prefix(page.limit))
            let last = found.count > page.limit ? items.last : nil
            return Page(items: items, next: try last.map { try PageToken.make([$0.displayName, $0.id.description]) })
        }
    }

    public func grantStaff(
        to person: AccountReference, in course: Course.ID, sections: [Section.ID], by caller: Account.ID?
    ) async throws -> (member: Member, created: Bool) {
        try await commit { tx in
            let authority = try StaffAuthority.of(caller, in: course, tx.db)
            try authority.require(StaffRow.scopes(sections, in: course), tx.db)
            let account = try authority.account(of: person, tx.db)
            let granted = try StaffRow.grant(account, in: course, sections: sections, by: caller, tx)
            var member = try MemberRow.find(account, in: course, tx.db)
            if case .email = person { member.emailVerified = try Self.isVerified(account, tx.db) }
            return (member, granted)
        }
    }

    private static func isVerified(_ account: Account.ID, _ db: SQLConnection) throws -> Bool {
        try db.first("SELECT 1 FROM verified_email WHERE account_id = ?", account) != nil
    }

    public func revokeStaff(
        of person: AccountReference, in course: Course.ID, sections: [Section.ID], by caller: Account.ID?
    ) async throws {
        try await commit { tx in
            let authority = try StaffAuthority.of(caller, in: course, tx.db)
            let account = try AccountRow.findID(of: person, tx.db)
            let held = try account.map { try StaffRow.scopes(of: $0, in: course, tx.db) } ?? []
            let scopes = held.filter { sections.isEmpty || sections.contains(Section.ID($0)) }
            guard let account, !scopes.isEmpty else {
                let home = try StaffRow.names(of: StaffRow.scopes(sections, in: course), in: course, tx.db)
                throw DomainError.notFound("staff place of \(person) in \(home)")
            }
            try authority.require(scopes, tx.db)
            try StaffRow.revoke(account, in: course, scopes: scopes, by: caller, tx)
        }
    }

    /// The account of a person, for the operator. Throws `.notFound`.
    public func accountID(of person: AccountReference) async throws -> Account.ID {
        try await read { try AccountRow.requireID(of: person, $0) }
    }
}

/// The staff roles of a course that a person may grant and revoke.
struct StaffAuthority {
    let course: Course.ID
    /// The operator, at the command line of the server, is told of emails that are not verified.
    let isOperator: Bool
    let isAdmin: Bool
    /// Nil for any section and the whole course.
    let sections: Set<String>?

    /// - Parameter caller: nil for the operator.
    /// Throws `.notFound` if the course is absent, `.forbidden` if the caller is neither an admin nor its staff.
    static func of(_ caller: Account.ID?, in course: Course.ID, _ db: SQLConnection) throws -> StaffAuthority {
        guard let caller, try AccountRow.require(caller, db).role != .admin else {
            try CourseRow.requireExists(course, db)
            return StaffAuthority(course: course, isOperator: caller == nil, isAdmin: true, sections: nil)
        }
        let membership = try Membership.require(caller, in: course, db)
        guard membership.isStaff else { throw DomainError.onlyStaffChangesStaff(of: course) }
        let scopes = membership.isWholeStaff ? nil : Set(try StaffRow.scopes(of: caller, in: course, db))
        return StaffAuthority(course: course, isOperator: false, isAdmin: false, sections: scopes)
    }

    /// A grant reveals the email of its person, and handles can be guessed. So a person outside the course must be named by
    /// id, or by a verified email, since anyone can register with another person's email. Throws the same `.notFound` as for
    /// an unknown name.
    func account(of person: AccountReference, _ db: SQLConnection) throws -> Account.ID {
        let account = try AccountRow.findID(of: person, db)
        let isKnown = try account.map { try knows($0, by: person, db) } ?? false
        guard let account, isKnown else {
            if case .handle = person, !isAdmin { throw DomainError.notFound("account \(person) in \(course)") }
            throw DomainError.notFound("account \(person)")
        }
        return account
    }

    private func knows(_ account: Account.ID, by person: AccountReference, _ db: SQLConnection) throws -> Bool {
        if isOperator { return true }
        switch person {
        case .id: return true
        case .handle where isAdmin: return true
        case .email where try db.first("SELECT 1 FROM verified_email WHERE account_id = ?", account) != nil: return true
        case .email, .handle: return try Membership.find(account, in: course, db) != nil
        }
    }

    /// - Parameter scopes: sections, or the course for all of them. Throws `.forbidden` for a scope that the caller may not
    ///   grant.
    func require(_ scopes: [String], _ db: SQLConnection) throws {
        guard let sections, let beyond = scopes.first(where: { !sections.contains($0) }) else { return }
        let own = try StaffRow.names(of: sections.sorted(), in: course, db)
        let other = try StaffRow.names(of: [beyond], in: course, db)
        let what = beyond == course.text ? "the whole of \(other)" : other
        throw DomainError.staffOfOtherSections(own, not: what)
    }
}

extension Member {
    fileprivate var withoutEmail: Member {
        var member = self
        member.email = nil
        return member
    }
}

extension AccountRow {
    /// Throws `.notFound` if there is no such account.
    static func requireID(of person: AccountReference, _ db: SQLConnection) throws -> Account.ID {
        guard let found = try findID(of: person, db) else { throw DomainError.notFound("account \(person)") }
        return found
    }

    static func findID(of person: AccountReference, _ db: SQLConnection) throws -> Account.ID? {
        switch person {
        case .id(let id): try db.value("SELECT id FROM account WHERE id = ? AND left_at IS NULL", id)
        case .handle(let handle): try db.value("SELECT id FROM account WHERE handle = ?", handle)
        case .email(let email): try db.value("SELECT id FROM account WHERE email_key = ?", EmailAddress.key(email))
        }
    }
}

enum StaffRow {
    /// The sections of which a person is staff, or the course for all of them.
    static func scopes(of account: Account.ID, in course: Course.ID, _ db: SQLConnection) throws -> [String] {
        try db.column(
            "SELECT scope FROM enrollment WHERE account_id = ? AND course_id = ? AND role = 'staff' ORDER BY scope", account,
            course
        )
    }

    /// Scopes as people call them: `202530.CMPT225`, `202530.CMPT225 D101, 202530.CMPT225 D102`.
    static func names(of scopes: [String], in course: Course.ID, _ db: SQLConnection) throws -> String {
        try scopes.map { scope in
            guard scope != course.text else { return scope }
            let code: String? = try db.value("SELECT code FROM section WHERE id = ? AND course_id = ?", scope, course)
            return code.map { "\(course) \($0)" } ?? scope
        }.joined(separator: ", ")
    }

    /// The scopes of sections that a request names: none for the whole course.
    static func scopes(_ sections: [Section.ID], in course: Course.ID) -> [String] {
        sections.isEmpty ? [course.text] : sections.map(\.text)
    }

    /// Makes a person staff of the given sections, or of the whole course if there are none. Throws `.invalid` for sections
    /// of another course, and for sections that are not offered.
    /// - Parameter actor: nil for the operator, for whom no notification is sent.
    /// - Returns: whether any role is new.
    static func grant(
        _ account: Account.ID, in course: Course.ID, sections: [Section.ID], by actor: Account.ID?, _ tx: Transaction
    ) throws -> Bool {
        for (section, home) in try CourseRow.courses(of: sections, tx.db) where home != course {
            throw DomainError.notSection(section, of: course)
        }
        let held = try StaffRow.scopes(of: account, in: course, tx.db)
        let wanted = unique(scopes(sections, in: course))
        try holdByHand(wanted, account, tx)
        let new = wanted.filter { !held.contains($0) }
        guard !new.isEmpty else { return false }
        for scope in new {
            try EnrollmentRow.grant(
                account, course: course, section: scope == course.text ? nil : Section.ID(scope), role: .staff, tx)
        }
        if let actor, actor != account { try notifyGranted(account, course, tx) }
        for scope in new {
            try AuditRow.add(.staffGranted, by: actor, subject: account.description, course: course, detail: scope, tx)
        }
        return true
    }

    /// - Parameter scopes: sections of which the person is staff, or the course for all of them.
    static func revoke(
        _ account: Account.ID, in course: Course.ID, scopes: [String], by actor: Account.ID?, _ tx: Transaction
    ) throws {
        try holdByHand(scopes, account, tx)
        for scope in scopes { try EnrollmentRow.revoke(account, scope: scope, role: .staff, tx) }
        for scope in scopes {
            try AuditRow.add(.staffRevoked, by: actor, subject: account.description, course: course, detail: scope, tx)
        }
        try untellGranted(account, course, tx)
    }

    /// Takes the news that somebody is staff back, once they are not in any part of the course.
    static func untellGranted(_ account: Account.ID, _ course: Course.ID, _ tx: Transaction) throws {
        guard try StaffRow.scopes(of: account, in: course, tx.db).isEmpty else { return }
        let told: [InboxNotification.ID] = try tx.db.column(
            "SELECT id FROM notification WHERE account_id = ? AND course_id = ? AND kind = 'staffGranted' ORDER BY id", account,
            course)
        for id in told { try NotificationRow.takeBack(id, of: account, tx) }
    }

    /// From now on neither the catalog nor a roster revokes these roles or grants them again.
    private static func holdByHand(_ scopes: [String], _ account: Account.ID, _ tx: Transaction) throws {
        try tx.db.send(
            "UPDATE instructor_claim SET given = 0 WHERE account_id = ? AND section_id IN (SELECT value FROM json_each(?))",
            account, try jsonArray(scopes))
        for scope in scopes { try RosterRow.holdByHand(account, scope: scope, role: .staff, tx.db) }
    }

    static func notifyGranted(_ account: Account.ID, _ course: Course.ID, _ tx: Transaction) throws {
        try NotificationRow.add(account, of: .staffGranted, in: course, tx)
    }
}
