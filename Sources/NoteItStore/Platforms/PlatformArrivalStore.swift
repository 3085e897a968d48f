import Foundation
import NoteItCore

extension SQLStore {
    public func arrive(_ visit: PlatformVisit) async throws -> PlatformArrival {
        try await commit { tx in
            try spendNonce(of: visit, tx)
            if visit.role == .staff { try PlatformContextRow.note(visit, tx) }
            let context = try PlatformContextRow.find(visit, tx.db)
            guard let context, let course = context.course else {
                return try PlatformPerson(visit: visit, tx: tx).choices(in: context)
            }
            let account = try PlatformPerson(visit: visit, tx: tx).enter()
            guard let section = context.section else { return .entered(account, context, isBarred: false) }
            let isBarred = try PlatformPerson(visit: visit, tx: tx).takePlace(account, in: section, of: course)
            return .entered(account, context, isBarred: isBarred)
        }
    }

    public func enter(
        _ account: Account.ID, from platform: String, launch: String, passwordsOpen: Bool
    ) async throws -> String? {
        try await commit { tx in
            let hash: String? = try tx.db.value("SELECT password FROM account WHERE id = ?", account)
            guard let hash, !passwordsOpen || NoPassword.isIn(hash), try SignOnRow.all(of: account, tx.db).isEmpty else {
                return nil
            }
            return try SignOnRow.add(launch: launch, of: account, from: platform, tx) ? hash : nil
        }
    }
}

/// Each launch is good once, on all nodes.
private func spendNonce(of visit: PlatformVisit, _ tx: Transaction) throws {
    try tx.db.send("DELETE FROM lti_nonce WHERE expires_at < ?", tx.now.seconds)
    let count = try tx.db.run(
        "INSERT INTO lti_nonce (hash, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING", visit.nonceHash, visit.until.seconds)
    guard count > 0 else {
        throw DomainError.conflict("This launch was made before. Go back to the course, and open NoteIt again.")
    }
}

/// The person of one launch.
private struct PlatformPerson {
    let visit: PlatformVisit
    let tx: Transaction

    /// What the instructor of a course that nobody linked may link it to.
    func choices(in context: PlatformContext?) throws -> PlatformArrival {
        guard let context, visit.role == .staff else {
            throw DomainError.forbidden(
                "This course is not linked to one in NoteIt yet. Its instructor links it, by opening NoteIt from here.")
        }
        guard let account = try known() else { return .unlinked(nil, context, []) }
        return .unlinked(account, context, try staffed(by: account.id))
    }

    /// The account, which is made for a person who never came. Throws `.emailIsHeld` as of `PlatformStore.arrive`.
    func enter() throws -> Account {
        let guest = GuestAccount(
            house: visit.platform.name, email: visit.platform.trustsEmails ? visit.email : nil, tx: tx)
        if let account = try known() { return try guest.complete(account) }
        if let holder = try guest.holder() {
            guard visit.wantsNewAccount else {
                throw DomainError.emailIsHeld(
                    """
                    There is an account with the email \(holder.email) already, and nobody has verified whose it is. If it is yours, \
                    verify the email in its settings, or ask the operator of NoteIt to do it: noteitd account verify. Then open NoteIt \
                    from the course again. If it is not, go on with a new account, which takes the email.
                    """)
            }
            try guest.takeEmail(from: holder)
        }
        let account = try guest.add(displayName: visit.displayName, password: visit.password)
        try PlatformPersonRow.add(visit, account.id, tx)
        return account
    }

    /// - Returns: whether the staff removed the person from the section.
    func takePlace(_ account: Account, in section: Section.ID, of course: Course.ID) throws -> Bool {
        guard try tx.db.first("SELECT 1 FROM section WHERE id = ? AND withdrawn = 0", section) != nil else {
            throw DomainError.forbidden("The section of this course is no longer offered. Its instructor can ask the operator.")
        }
        let role = visit.role == .staff && !visit.platform.makesStaff ? nil : visit.role
        if role != .staff { try RosterRow.endLaunchedStaff(account.id, section, of: course, tx) }
        guard let role else { return false }
        let email = visit.platform.trustsEmails ? visit.email ?? "" : ""
        try RosterRow.arrive(
            account.id,
            RosterEntry(
                section: section, course: course, role: role, email: email, number: visit.number,
                name: String(visit.displayName.prefix(RosterEntry.longest))), tx)
        return try role == .student
            && tx.db.first(
                "SELECT 1 FROM removed_member WHERE account_id = ? AND scope IN (?, ?)", account.id, section.text, course.text)
                != nil
    }

    /// The account of the person; if the operator trusts the platform's emails, also the one with the same verified email. An
    /// email that is not verified may be that of somebody else, and a platform makes nobody an admin.
    private func known() throws -> Account? {
        guard let id = try find() else { return nil }
        try AccountRow.requireNotSuspended(id, tx.db)
        let account = try AccountRow.require(id, tx.db)
        if account.role == .admin {
            throw DomainError.forbidden("Admins do not come from a platform. Sign in on the page of NoteIt itself.")
        }
        return account
    }

    private func find() throws -> Account.ID? {
        let (issuer, subject) = (visit.platform.issuer, visit.subject)
        if let known = try PlatformPersonRow.account(of: subject, from: issuer, tx.db) { return known }
        guard visit.platform.trustsEmails, let email = visit.email else { return nil }
        let found: Account.ID? = try tx.db.value(
            """
            SELECT a.id FROM account a JOIN verified_email v ON v.account_id = a.id WHERE a.email_key = ? AND a.role <> 'admin'
            """, EmailAddress.key(email))
        if let found { try PlatformPersonRow.add(visit, found, tx) }
        return found
    }

    private func staffed(by account: Account.ID) throws -> [StaffedSection] {
        let rows = try tx.db.all(
            """
            SELECT c.id AS course_id, c.title, s.id AS section_id, s.code, e.section_id IS NULL AS whole
            FROM enrollment e JOIN course c ON c.id = e.course_id
            JOIN section s ON s.course_id = c.id AND s.withdrawn = 0 AND s.id = COALESCE(e.section_id, s.id)
            WHERE e.account_id = ? AND e.role = 'staff' AND c.withdrawn = 0
            ORDER BY c.term_id DESC, c.id, s.code, s.id LIMIT 200
            """, account)
        var choices: [StaffedSection] = []
        for row in rows {
            let (course, title, isWhole): (Course.ID, String, Bool) = (row["course_id"], row["title"], row["whole"])
            if isWhole, choices.last?.course != course { choices.append(StaffedSection(course: course, title: title)) }
            choices.append(StaffedSection(course: course, section: row["section_id"], title: title, code: row["code"]))
        }
        return choices
    }
}
