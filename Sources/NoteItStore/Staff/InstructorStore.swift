import Foundation
import GRDB
import NoteItCore

extension SQLiteStore {
    public func importInstructors(_ list: [InstructorEmail], term: Term.ID, dryRun: Bool) async throws -> ClaimReport {
        if dryRun { return try await read { try ClaimPlan(list, term: term, $0).report($0) } }
        let now = now
        return try await commit { db in
            let plan = try ClaimPlan(list, term: term, db)
            try plan.write(list, db)
            try plan.settle(Log(db, at: now))
            return try plan.report(db)
        }
    }

    public func verifyEmail(_ email: String) async throws -> Account {
        let now = now
        return try await commit { db in
            let account = try requireAccount(email: email, db)
            let count = try db.run(
                "INSERT INTO verified_email (account_id, verified_at) VALUES (?, ?) ON CONFLICT DO NOTHING", account.id,
                now.seconds)
            guard count > 0 else { return account }
            let log = Log(db, at: now)
            try log.audit(.emailVerified, by: nil, subject: account.id.description)
            try log.settleClaims()
            return account
        }
    }

    /// Whether it was noted that somebody's email is theirs.
    public func isVerified(_ account: Account.ID) async throws -> Bool {
        try await read { try $0.first("SELECT 1 FROM verified_email WHERE account_id = ?", account) != nil }
    }

    public func setRole(_ role: Account.Role, of email: String) async throws -> Account {
        let now = now
        return try await commit { db in
            var account = try requireAccount(email: email, db)
            let old = account.role
            guard role != old else { return account }
            account.role = role
            try db.run("UPDATE account SET role = ? WHERE id = ?", role.rawValue, account.id)
            let log = Log(db, at: now)
            try log.renamed(account.id)
            try log.audit(
                .roleChanged, by: nil, subject: account.id.description, detail: "\(old.rawValue) -> \(role.rawValue)")
            return account
        }
    }
}

extension Log {
    /// Gives and takes what the catalog's naming of instructors calls for, after an email was verified or changed.
    func settleClaims() throws {
        let terms: [Term.ID] = try db.column("SELECT DISTINCT term_id FROM instructor_email ORDER BY term_id")
        for term in terms { try settleClaims(of: term) }
    }

    /// The same for one term, after its catalog changed.
    func settleClaims(of term: Term.ID) throws {
        guard try db.first("SELECT 1 FROM instructor_email WHERE term_id = ?", term) != nil else { return }
        try ClaimPlan(try InstructorEmailRow.all(of: term, db), term: term, db).settle(self)
    }

    /// A new email is not known to be its holder's, and what the old one gave is taken.
    func forgetVerification(of account: Account.ID) throws {
        guard try db.run("DELETE FROM verified_email WHERE account_id = ?", account) > 0 else { return }
        try settleClaims()
    }
}

enum InstructorEmailRow {
    static func all(of term: Term.ID, _ db: Database) throws -> [InstructorEmail] {
        try db.all("SELECT * FROM instructor_email WHERE term_id = ?", term).map { row in
            let (instructor, crn): (String, String) = (row["instructor"], row["crn"])
            return InstructorEmail(crn.isEmpty ? .instructor(instructor) : .crn(crn), email: row["email_key"])
        }
    }
}

/// Which staff places a term's catalog and its list of instructors call for, beside those that they gave before.
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
    init(_ list: [InstructorEmail], term: Term.ID, _ db: Database) throws {
        self.term = term
        guard try db.first("SELECT 1 FROM term WHERE id = ?", term) != nil else { throw DomainError.notFound("term \(term)") }
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
        _ list: [InstructorEmail], _ holders: [String: Account.ID], _ db: Database
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
    func write(_ list: [InstructorEmail], _ db: Database) throws {
        try db.run("DELETE FROM instructor_email WHERE term_id = ?", term)
        for row in list {
            let (instructor, crn) =
                switch row.subject.key {
                case .instructor(let name): (name, "")
                case .crn(let crn): ("", crn)
                }
            try db.run(
                "INSERT INTO instructor_email (term_id, instructor, crn, email_key) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                term, instructor, crn, EmailAddress.key(row.email))
        }
    }

    /// Gives and takes. What somebody gave or took by hand stays as they left it.
    func settle(_ log: Log) throws {
        let changes = Dictionary(grouping: given + taken) { Place(account: $0.account, course: courses[$0.section] ?? "") }
        let (given, taken) = (Set(given), Set(taken))
        for (place, claims) in changes.sorted(by: { inOrder($0.value[0], $1.value[0]) }) {
            var granted = false
            for claim in claims where taken.contains(claim) { try take(claim, in: place.course, log) }
            for claim in claims where given.contains(claim) { granted = try give(claim, in: place.course, log) || granted }
            if granted { try log.tellStaffGranted(place.account, place.course) }
        }
    }

    private struct Place: Hashable {
        var account: Account.ID
        var course: Course.ID
    }

    private func give(_ claim: Claim, in course: Course.ID, _ log: Log) throws -> Bool {
        let isHeld = try staffScopes(of: claim.account, in: course, log.db).contains(claim.section)
        try log.db.run(
            "INSERT INTO instructor_claim (account_id, section_id, given) VALUES (?, ?, ?)", claim.account, claim.section,
            !isHeld)
        guard !isHeld else { return false }
        try log.grant(claim.account, course: course, section: claim.section, role: .staff)
        try log.audit(
            .staffGranted, by: nil, subject: claim.account.description, course: course,
            detail: "\(claim.section) by the catalog")
        return true
    }

    private func take(_ claim: Claim, in course: Course.ID, _ log: Log) throws {
        let wasGiven: Bool? = try log.db.value(
            "DELETE FROM instructor_claim WHERE account_id = ? AND section_id = ? RETURNING given", claim.account, claim.section
        )
        guard wasGiven == true, try staffScopes(of: claim.account, in: course, log.db).contains(claim.section) else { return }
        try log.revoke(claim.account, scope: claim.section, role: .staff)
        try log.audit(
            .staffRevoked, by: nil, subject: claim.account.description, course: course,
            detail: "\(claim.section) by the catalog")
    }

    func report(_ db: Database) throws -> ClaimReport {
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

/// The accounts whose verified emails these are, by email key.
private func verified(_ emails: [String], _ db: Database) throws -> [String: Account.ID] {
    let rows = try db.all(
        """
        SELECT a.email_key, a.id FROM account a JOIN verified_email v ON v.account_id = a.id
        WHERE a.left_at IS NULL AND a.email_key IN (SELECT value FROM json_each(?))
        """, try jsonArray(unique(emails.map(EmailAddress.key))))
    return Dictionary(rows.map { ($0["email_key"], $0["id"]) }) { first, _ in first }
}

extension InstructorEmail.Subject {
    /// In the form in which subjects are compared and stored.
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

/// What the catalog gave is held, by people whose emails are verified.
func claimFindings(_ db: Database) throws -> [String] {
    let unheld = try db.all(
        """
        SELECT i.account_id, i.section_id FROM instructor_claim i WHERE given = 1 AND NOT EXISTS (
            SELECT 1 FROM enrollment n WHERE n.account_id = i.account_id AND n.scope = i.section_id AND n.role = 'staff')
        """
    ).map {
        "The catalog gave section \($0["section_id"] as String) to account \($0["account_id"] as String), who does not hold it."
    }
    let unverified: [Account.ID] = try db.column(
        "SELECT DISTINCT account_id FROM instructor_claim WHERE account_id NOT IN (SELECT account_id FROM verified_email)")
    return unheld + unverified.map { "The catalog gave sections to account \($0), whose email is not verified." }
}
