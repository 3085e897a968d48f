import Foundation
import NoteItCore

extension SQLStore {
    public func joining(of course: Course.ID, standard: JoiningRule) async throws -> CourseJoining {
        try await read { db in
            try CourseRow.requireExists(course, db)
            return try JoiningRow.effective(course, standard: standard, db)
        }
    }

    public func setJoining(
        _ rule: JoiningRule?, of course: Course.ID, standard: JoiningRule, by caller: Account.ID
    ) async throws -> CourseJoining {
        try await commit { tx in
            let isAdmin = try AccountRow.require(caller, tx.db).role == .admin
            if isAdmin { try CourseRow.requireExists(course, tx.db) }
            guard try isAdmin || Membership.require(caller, in: course, tx.db).isWholeStaff else {
                throw DomainError.onlyWholeStaffDecidesJoining(of: course)
            }
            guard try JoiningRow.find(course, tx.db) != rule else {
                return try JoiningRow.effective(course, standard: standard, tx.db)
            }
            try JoiningRow.set(rule, of: course, tx.db)
            try AuditRow.add(.joiningChanged, by: caller, course: course, detail: rule?.words ?? "as the server", tx)
            try admitWaiting(to: course, standard: standard, tx)
            return try JoiningRow.effective(course, standard: standard, tx.db)
        }
    }

    public func applicants(of course: Course.ID, by caller: Account.ID) async throws -> [Applicant] {
        try await read { db in
            try Membership.requireStaff(caller, in: course, db)
            return try ApplicantRow.all(of: course, to: caller, db)
        }
    }

    public func decide(
        _ decision: JoinDecision, on person: AccountReference, in course: Course.ID, by caller: Account.ID
    ) async throws {
        try await commit { tx in
            try Membership.requireStaff(caller, in: course, tx.db)
            let isWhole = try Membership.require(caller, in: course, tx.db).isWholeStaff
            let account = try AccountRow.findID(of: person, tx.db)
            let named = decision.sections ?? []
            let asked = try account.map { try ApplicantRow.sections(askedBy: $0, of: course, to: caller, tx.db) } ?? []
            let sections = asked.filter { named.isEmpty || named.contains($0) }
            guard let account, !sections.isEmpty, Set(named).isSubset(of: sections) else {
                throw DomainError.notFound("request of \(person) to join \(course)")
            }
            for section in sections {
                if decision.admitted {
                    try EnrollmentRow.admit(account, to: section, of: course, tx)
                    try RemovedMemberRow.forgive(account, isWhole ? [section.text, course.text] : [section.text], tx.db)
                } else {
                    _ = try JoinRequestRow.withdraw(account, from: section, tx.db)
                }
                try AuditRow.add(
                    decision.admitted ? .memberAdmitted : .memberRefused, by: caller, subject: account.description,
                    course: course, detail: section.text, tx)
            }
            try NotificationRow.add(
                account, of: decision.admitted ? .joinAdmitted : .joinRefused, in: course, text: codes(of: sections, tx.db), tx)
        }
    }

    public func removeMember(
        _ person: AccountReference, from course: Course.ID, section: Section.ID?, reason: String?, by caller: Account.ID
    ) async throws {
        try await commit { tx in
            let remover = try Membership.require(caller, in: course, tx.db)
            guard remover.isStaff else { throw DomainError.onlyStaffRemovesPeople(from: course.code) }
            if let section, !remover.isWholeStaff, !remover.staffSections.contains(section) {
                throw DomainError.notStaffOfSection(section)
            }
            guard let account = try AccountRow.findID(of: person, tx.db),
                let member = try Membership.find(account, in: course, tx.db)
            else { throw DomainError.notFound("member \(person) of \(course)") }
            let home = section?.text ?? course.text
            guard !member.isStaff else {
                let command = "noteit staff revoke \(person) \(course.code)"
                throw DomainError.conflict("\(person) is staff of \(course.code). First: \(command)")
            }
            let scopes = member.sections.filter { held in
                section.map { held == $0 } ?? (remover.isWholeStaff || remover.staffSections.contains(held))
            }.map(\.text).sorted()
            guard !scopes.isEmpty else { throw DomainError.notFound("member \(person) of \(home)") }
            for scope in scopes { try EnrollmentRow.revoke(account, scope: scope, role: .student, tx) }
            let isWhole = section == nil && remover.isWholeStaff
            try RemovedMemberRow.bar(account, from: isWhole ? [course.text] : scopes, of: course, tx)
            for scope in scopes {
                let detail = [scope, reason].compactMap(\.self).joined(separator: " ")
                try AuditRow.add(
                    .memberRemoved, by: caller, subject: account.description, course: course, detail: detail, tx)
            }
            try NotificationRow.add(account, of: .removedFromCourse, in: course, text: reason, tx)
        }
    }
}

/// Lets everyone in who waits and whom the rule of the course now admits.
private func admitWaiting(to course: Course.ID, standard: JoiningRule, _ tx: Transaction) throws {
    let waiting: [Account.ID] = try tx.db.column(
        "SELECT DISTINCT account_id FROM join_request WHERE course_id = ? ORDER BY account_id", course)
    for account in waiting {
        let door = try CourseDoor(of: course, for: try AccountRow.require(account, tx.db), standard: standard, tx.db)
        let sections: [Section.ID] = try tx.db.column(
            "SELECT section_id FROM join_request WHERE account_id = ? AND course_id = ? ORDER BY section_id", account, course)
        let free = sections.filter(door.admits)
        guard !free.isEmpty else { continue }
        for section in free { try EnrollmentRow.admit(account, to: section, of: course, tx) }
        try NotificationRow.add(account, of: .joinAdmitted, in: course, text: codes(of: free, tx.db), tx)
    }
}

/// `D100, D101`
private func codes(of sections: [Section.ID], _ db: SQLConnection) throws -> String {
    let codes: [String] = try db.column(
        "SELECT code FROM section WHERE id IN (SELECT value FROM json_each(?)) ORDER BY code", try jsonArray(sections))
    return codes.joined(separator: ", ")
}

extension JoiningRule {
    /// As in the settings of the server: `open`, `approval`, `example.edu,example.org`.
    fileprivate var words: String { joining == .domains ? domains.joined(separator: ",") : joining.rawValue }
}

extension NotificationRow {
    /// Notifies a person of what became of their place, or of a request, in a course.
    static func add(
        _ account: Account.ID, of kind: InboxNotification.Kind, in course: Course.ID, text: String? = nil, _ tx: Transaction
    ) throws {
        let new = InboxNotification(
            id: .make(at: tx.now), kind: kind, course: course, text: text, createdAt: tx.now, readAt: nil)
        try add(account, new, tx)
    }
}

enum ApplicantRow {
    /// Whether the reader, `?2`, is staff of the section of the request `r` in the course `?1`.
    private static let isInScope = """
        EXISTS (SELECT 1 FROM enrollment m WHERE m.account_id = ?2 AND m.course_id = ?1 AND m.role = 'staff'
            AND (m.section_id IS NULL OR m.section_id = r.section_id))
        """

    /// The sections of which `reader` is staff and for which a person waits.
    static func sections(
        askedBy account: Account.ID, of course: Course.ID, to reader: Account.ID, _ db: SQLConnection
    ) throws -> [Section.ID] {
        try db.column(
            """
            SELECT r.section_id FROM join_request r JOIN section s ON s.id = r.section_id
            WHERE r.course_id = ?1 AND r.account_id = ?3 AND s.withdrawn = 0 AND \(isInScope) ORDER BY s.code
            """, course, reader, account)
    }

    /// Who waits for sections of which `reader` is staff, longest first.
    static func all(of course: Course.ID, to reader: Account.ID, _ db: SQLConnection) throws -> [Applicant] {
        let rows = try db.all(
            """
            SELECT a.id, a.display_name, a.handle, a.email, r.section_id, r.since, v.account_id IS NOT NULL AS verified
            FROM join_request r JOIN account a ON a.id = r.account_id JOIN section s ON s.id = r.section_id
            LEFT JOIN verified_email v ON v.account_id = a.id
            WHERE r.course_id = ?1 AND s.withdrawn = 0 AND \(isInScope) ORDER BY r.since, a.id, s.code
            """, course, reader)
        var (found, places): ([Applicant], [Account.ID: Int]) = ([], [:])
        for row in rows {
            let (id, section): (Account.ID, Section.ID) = (row["id"], row["section_id"])
            if let place = places[id] {
                found[place].sections.append(section)
                continue
            }
            places[id] = found.count
            found.append(
                Applicant(
                    id: id, displayName: row["display_name"], handle: row["handle"] ?? "", email: row["email"] ?? "",
                    emailVerified: row["verified"], sections: [section], since: row.date("since")))
        }
        return found
    }
}

/// People whom the staff removed.
enum RemovedMemberRow {
    /// - Parameter scopes: sections, or the course for all of them. Requests for these end too.
    static func bar(_ account: Account.ID, from scopes: [String], of course: Course.ID, _ tx: Transaction) throws {
        for scope in scopes {
            try tx.db.send(
                """
                INSERT INTO removed_member (account_id, scope, course_id, removed_at) VALUES (?, ?, ?, ?)
                ON CONFLICT (account_id, scope) DO UPDATE SET removed_at = excluded.removed_at
                """, account, scope, course, tx.now.seconds)
        }
        let list = try jsonArray(scopes)
        try tx.db.send(
            """
            DELETE FROM join_request WHERE account_id = ? AND (section_id IN (SELECT value FROM json_each(?))
                OR course_id IN (SELECT value FROM json_each(?)))
            """, account, list, list)
    }

    /// After the staff let the person in. Staff of a section do not lift what staff of the whole course decided.
    static func forgive(_ account: Account.ID, _ scopes: [String], _ db: SQLConnection) throws {
        try db.send(
            "DELETE FROM removed_member WHERE account_id = ? AND scope IN (SELECT value FROM json_each(?))", account,
            try jsonArray(scopes))
    }
}
