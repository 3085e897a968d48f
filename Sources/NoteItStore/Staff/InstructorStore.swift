import Foundation
import NoteItCore

extension SQLStore {
    /// Replaces a term's list of instructors' emails: makes the people on it staff of their sections, and takes back grants of
    /// the earlier list.
    /// Throws `.notFound` if the term is absent.
    public func importInstructors(_ list: [InstructorEmail], term: Term.ID, dryRun: Bool) async throws -> ClaimReport {
        if dryRun { return try await read { try ClaimPlan(list, term: term, $0).report($0) } }
        return try await commit { tx in
            let plan = try ClaimPlan(list, term: term, tx.db)
            try plan.write(list, tx.db)
            try plan.settle(tx)
            return try plan.report(tx.db)
        }
    }

    /// Marks the email as verified. Its holder becomes staff of the sections that the catalog names them for. Throws `.notFound`.
    public func verifyEmail(_ email: String) async throws -> Account {
        try await commit { tx in
            let account = try AccountRow.require(email: email, tx.db)
            try VerifiedEmailRow.add(account.id, by: nil, tx)
            return account
        }
    }

    /// The courses of a term in whose sections the catalog names this instructor, with these sections alone.
    public func taught(by name: String, in term: Term.ID) async throws -> [Course] {
        try await read { db in
            let key = InstructorEmail.key(name)
            let rows = try db.all(
                """
                SELECT s.course_id, s.instructors FROM section s JOIN course c ON c.id = s.course_id
                WHERE c.term_id = ? AND c.withdrawn = 0 AND s.withdrawn = 0
                """, term)
            let named = try rows.filter { try $0.texts("instructors").contains { InstructorEmail.key($0) == key } }
            return try CourseRow.load(unique(named.map { $0["course_id"] as Course.ID }), db).map { course in
                var course = course
                course.sections = course.sections.filter { $0.instructors.contains { InstructorEmail.key($0) == key } }
                return course
            }
        }
    }

    /// Whether the operator has verified the email of an account.
    public func isVerified(_ account: Account.ID) async throws -> Bool {
        try await read { try $0.first("SELECT 1 FROM verified_email WHERE account_id = ?", account) != nil }
    }

    /// Throws `.notFound`.
    public func setRole(_ role: Account.Role, of email: String) async throws -> Account {
        try await commit { tx in
            var account = try AccountRow.require(email: email, tx.db)
            let old = account.role
            guard role != old else { return account }
            account.role = role
            try tx.db.send("UPDATE account SET role = ? WHERE id = ?", role.rawValue, account.id)
            try tx.log.renamed(account.id)
            try AuditRow.add(
                .roleChanged, by: nil, subject: account.id.description, detail: "\(old.rawValue) -> \(role.rawValue)", tx)
            return account
        }
    }
}

enum InstructorClaims {
    /// Grants and revokes the staff roles that follow from the catalog's instructors, after an email was verified or changed.
    static func settle(_ tx: Transaction) throws {
        let terms: [Term.ID] = try tx.db.column("SELECT DISTINCT term_id FROM instructor_email ORDER BY term_id")
        for term in terms { try settle(of: term, tx) }
    }

    /// The same for one term, after its catalog changed.
    static func settle(of term: Term.ID, _ tx: Transaction) throws {
        guard try tx.db.first("SELECT 1 FROM instructor_email WHERE term_id = ?", term) != nil else { return }
        try ClaimPlan(try InstructorEmailRow.all(of: term, tx.db), term: term, tx.db).settle(tx)
    }

    /// A new email is not verified, and the roles that the old one gave are revoked.
    static func forgetVerification(of account: Account.ID, _ tx: Transaction) throws {
        guard try tx.db.run("DELETE FROM verified_email WHERE account_id = ?", account) > 0 else { return }
        try settle(tx)
    }
}

enum InstructorEmailRow {
    static func all(of term: Term.ID, _ db: SQLConnection) throws -> [InstructorEmail] {
        try db.all("SELECT * FROM instructor_email WHERE term_id = ?", term).map { row in
            let (instructor, crn): (String, String) = (row["instructor"], row["crn"])
            return InstructorEmail(crn.isEmpty ? .instructor(instructor) : .crn(crn), email: row["email_key"])
        }
    }
}

/// Compares the staff roles that follow from the catalog and the list of instructors of a term with those that they gave
/// before.
private struct ClaimPlan {
    struct Claim: Hashable {
        var account: Account.ID
        var section: Section.ID
    }

    let term: Term.ID
    private(set) var given: [Claim] = []
    private(set) var taken: [Claim] = []
    private var courses: [Section.ID: Course.ID] = [:]
    private var named: Set<Section.ID> = []
    private var unknown: [String] = []
    private var unverified: [String] = []

    /// O(s + n) for s sections and n rows of the list. Throws `.notFound` if the term is absent.
    init(_ list: [InstructorEmail], term: Term.ID, _ db: SQLConnection) throws {
        self.term = term
        try TermRow.require(term, db)
        let holders = try verified(list.map(\.email), db)
        unverified = unique(list.map { EmailAddress.key($0.email) }).filter { holders[$0] == nil }.sorted()
        let wanted = try claims(list, holders, db)
        let held = Set(
            try db.all(
                """
                SELECT i.account_id, i.section_id FROM instructor_claim i JOIN section s ON s.id = i.section_id
                JOIN course c ON c.id = s.course_id WHERE c.term_id = ?
                """, term
            ).map { Claim(account: $0["account_id"], section: $0["section_id"]) })
        given = wanted.subtracting(held).sorted(by: inOrder)
        taken = held.subtracting(wanted).sorted(by: inOrder)
    }

    private mutating func claims(
        _ list: [InstructorEmail], _ holders: [String: Account.ID], _ db: SQLConnection
    ) throws -> Set<Claim> {
        var emails: [InstructorEmail.Subject: Set<String>] = [:]
        for row in list { emails[row.subject.key, default: []].insert(EmailAddress.key(row.email)) }
        var (wanted, found): (Set<Claim>, Set<InstructorEmail.Subject>) = ([], [])
        let sections = try db.all(
            "SELECT s.id, s.crn, s.course_id, s.instructors FROM section s JOIN course c ON c.id = s.course_id WHERE c.term_id = ?",
            term)
        for row in sections {
            let id: Section.ID = row["id"]
            courses[id] = row["course_id"]
            let subjects =
                [.crn(row["crn"])] + (try row.texts("instructors")).map { InstructorEmail.Subject.instructor($0).key }
            for subject in subjects {
                guard let emails = emails[subject] else { continue }
                found.insert(subject)
                named.insert(id)
                for email in emails { if let account = holders[email] { wanted.insert(Claim(account: account, section: id)) } }
            }
        }
        unknown = emails.keys.filter { !found.contains($0) }.map(\.text).sorted()
        return wanted
    }

    /// Replaces the term's list.
    func write(_ list: [InstructorEmail], _ db: SQLConnection) throws {
        try db.send("DELETE FROM instructor_email WHERE term_id = ?", term)
        for row in list {
            let (instructor, crn) =
                switch row.subject.key {
                case .instructor(let name): (name, "")
                case .crn(let crn): ("", crn)
                }
            try db.send(
                "INSERT INTO instructor_email (term_id, instructor, crn, email_key) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                term, instructor, crn, EmailAddress.key(row.email))
        }
    }

    /// Grants and revokes. Roles that a person granted or revoked by hand stay.
    func settle(_ tx: Transaction) throws {
        let changes = Dictionary(grouping: given + taken) { Instructor(account: $0.account, course: courses[$0.section] ?? "") }
        let (given, taken) = (Set(given), Set(taken))
        for (instructor, claims) in changes.sorted(by: { inOrder($0.value[0], $1.value[0]) }) {
            var granted = false
            for claim in claims where taken.contains(claim) { try take(claim, in: instructor.course, tx) }
            for claim in claims where given.contains(claim) { granted = try give(claim, in: instructor.course, tx) || granted }
            if granted { try StaffRow.notifyGranted(instructor.account, instructor.course, tx) }
        }
    }

    private struct Instructor: Hashable {
        var account: Account.ID
        var course: Course.ID
    }

    private func give(_ claim: Claim, in course: Course.ID, _ tx: Transaction) throws -> Bool {
        let isHeld = try StaffRow.scopes(of: claim.account, in: course, tx.db).contains(claim.section.text)
        try tx.db.send(
            "INSERT INTO instructor_claim (account_id, section_id, given) VALUES (?, ?, ?)", claim.account, claim.section,
            !isHeld)
        guard !isHeld else { return false }
        try EnrollmentRow.grant(claim.account, course: course, section: claim.section, role: .staff, tx)
        try AuditRow.add(
            .staffGranted, by: nil, subject: claim.account.description, course: course,
            detail: "\(claim.section) by the catalog", tx)
        return true
    }

    private func take(_ claim: Claim, in course: Course.ID, _ tx: Transaction) throws {
        let wasGiven: Bool? = try tx.db.value(
            "DELETE FROM instructor_claim WHERE account_id = ? AND section_id = ? RETURNING given", claim.account,
            claim.section)
        guard wasGiven == true, try StaffRow.scopes(of: claim.account, in: course, tx.db).contains(claim.section.text) else {
            return
        }
        if try RosterRow.takesOver(claim.account, claim.section, tx.db) { return }
        try EnrollmentRow.revoke(claim.account, scope: claim.section.text, role: .staff, tx)
        try AuditRow.add(
            .staffRevoked, by: nil, subject: claim.account.description, course: course,
            detail: "\(claim.section) by the catalog", tx)
        try StaffRow.untellGranted(claim.account, course, tx)
    }

    func report(_ db: SQLConnection) throws -> ClaimReport {
        var report = ClaimReport(term: term)
        (report.sections, report.unknown, report.unverified) = (named.count, unknown, unverified)
        func line(_ mark: String, _ claim: Claim) throws -> String {
            "\(mark) \(claim.section) \(try db.value("SELECT email FROM account WHERE id = ?", claim.account) ?? "")"
        }
        report.lines = try given.map { try line("+", $0) } + taken.map { try line("-", $0) }
        return report
    }
}

private func inOrder(_ left: ClaimPlan.Claim, _ right: ClaimPlan.Claim) -> Bool {
    (left.section, left.account.description) < (right.section, right.account.description)
}

/// The accounts with these verified emails, by email key.
private func verified(_ emails: [String], _ db: SQLConnection) throws -> [String: Account.ID] {
    let rows = try db.all(
        """
        SELECT a.email_key, a.id FROM account a JOIN verified_email v ON v.account_id = a.id
        WHERE a.left_at IS NULL AND a.email_key IN (SELECT value FROM json_each(?))
        """, try jsonArray(unique(emails.map(EmailAddress.key))))
    return Dictionary(rows.map { ($0["email_key"], $0["id"]) }) { first, _ in first }
}

extension InstructorEmail.Subject {
    /// The form in which subjects are compared and stored.
    fileprivate var key: Self {
        if case .instructor(let name) = self { .instructor(InstructorEmail.key(name)) } else { self }
    }

    fileprivate var text: String {
        switch self {
        case .instructor(let name): name
        case .crn(let crn): crn
        }
    }
}

/// The sections that the catalog gave are held, by people whose emails are verified.
func claimFindings(_ db: SQLConnection) throws -> [String] {
    let unheld = try db.all(
        """
        SELECT i.account_id, i.section_id FROM instructor_claim i WHERE given = 1 AND NOT EXISTS (
            SELECT 1 FROM enrollment n WHERE n.account_id = i.account_id AND n.scope = i.section_id AND n.role = 'staff')
        """
    ).map {
        "The catalog gave section \($0["section_id"] as String) to account \($0["account_id"] as String), which is not its staff."
    }
    let unverified: [Account.ID] = try db.column(
        "SELECT DISTINCT account_id FROM instructor_claim WHERE account_id NOT IN (SELECT account_id FROM verified_email)")
    return unheld + unverified.map { "The catalog gave sections to account \($0), whose email is not verified." }
}
