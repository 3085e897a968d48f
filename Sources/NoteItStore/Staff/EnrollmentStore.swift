import Foundation
import NoteItCore

extension SQLStore {
    public func enrollments(of account: Account.ID) async throws -> [Enrollment] {
        try await read { try EnrollmentRow.all(of: account, $0) }
    }

    public func courses(of account: Account.ID) async throws -> [Course.ID] {
        try await read { try Membership.all(of: account, $0).map(\.course) }
    }

    public func joinRequests(of account: Account.ID) async throws -> [JoinRequest] {
        try await read { try JoinRequestRow.all(of: account, $0) }
    }

    public func enroll(
        _ account: Account.ID, in sections: [Section.ID], dropping dropped: [Section.ID] = [], standard: JoiningRule = .open
    ) async throws -> Joining {
        try await commit { tx in
            let person = try AccountRow.require(account, tx.db)
            let courses = try CourseRow.courses(of: sections, tx.db)
            let held: [String] = try tx.db.column("SELECT scope FROM enrollment WHERE account_id = ?", account)
            var (joined, asked): ([Section.ID], [Section.ID]) = ([], [])
            for course in unique(sections.compactMap { courses[$0] }) {
                let wanted = unique(sections).filter { courses[$0] == course && !held.contains($0.text) }
                let door = try CourseDoor(of: course, for: person, standard: standard, tx.db)
                let free = wanted.filter(door.admits)
                for section in free { try EnrollmentRow.admit(account, to: section, of: course, tx) }
                let locked = wanted.filter { !door.admits($0) }
                try JoinRequestRow.add(account, locked, of: course, tx)
                joined += free
                asked += locked
            }
            try EnrollmentRow.leave(account, dropped, insteadOf: Set(sections), tx)
            return Joining(
                enrollments: try EnrollmentRow.all(of: account, tx.db), waiting: try JoinRequestRow.all(of: account, tx.db),
                hasJoined: !joined.isEmpty, isWaiting: !asked.isEmpty)
        }
    }

    public func drop(_ account: Account.ID, section: Section.ID) async throws {
        try await commit { tx in
            let roles: [String] = try tx.db.column(
                "SELECT role FROM enrollment WHERE account_id = ? AND scope = ? ORDER BY role DESC", account, section)
            if try roles.isEmpty && JoinRequestRow.withdraw(account, from: section, tx.db) { return }
            guard !roles.isEmpty else { throw DomainError.notFound("enrollment in \(section)") }
            guard roles.contains(Enrollment.Role.student.rawValue) else { throw DomainError.staffNotStudent(of: section) }
            try EnrollmentRow.revoke(account, scope: section.text, role: .student, tx)
        }
    }
}

extension EnrollmentRow {
    /// Makes a person a student of a section, for which they no longer wait.
    static func admit(_ account: Account.ID, to section: Section.ID, of course: Course.ID, _ tx: Transaction) throws {
        try grant(account, course: course, section: section, role: .student, tx)
        _ = try JoinRequestRow.withdraw(account, from: section, tx.db)
    }

    /// Ends a student's enrollments and requests, but not in a course where the person still waits for one of `sections`.
    static func leave(
        _ account: Account.ID, _ dropped: [Section.ID], insteadOf sections: Set<Section.ID>, _ tx: Transaction
    ) throws {
        guard !dropped.isEmpty else { return }
        let waiting = try JoinRequestRow.all(of: account, tx.db).filter { sections.contains($0.section) }.map(\.course)
        let held = try all(of: account, tx.db).filter { $0.role == .student && !waiting.contains($0.course) }
        for section in unique(dropped) {
            if held.contains(where: { $0.section == section }) {
                try revoke(account, scope: section.text, role: .student, tx)
            } else {
                _ = try JoinRequestRow.withdraw(account, from: section, tx.db)
            }
        }
    }

    /// Enrolls a person in a section, or as staff of a whole course. The log row makes the course visible to them. Does
    /// nothing if they are enrolled already.
    static func grant(_ account: Account.ID, course: Course.ID, section: Section.ID?, role: Enrollment.Role, _ tx: Transaction)
        throws
    {
        let scope = section?.text ?? course.text
        let held: [String] = try tx.db.column("SELECT role FROM enrollment WHERE account_id = ? AND scope = ?", account, scope)
        guard !held.contains(role.rawValue) else { return }
        let offset = try tx.log.append(
            .none, scope, .scopeGranted, course: course, section: section, after: [.account(account)])
        try tx.db.send(
            """
            INSERT INTO enrollment (account_id, scope, course_id, section_id, role, since, granted_at) VALUES (?, ?, ?, ?, ?, ?, ?)
            """, account, scope, course, section, role.rawValue, tx.now.seconds, offset)
        // The first place on the staff.
        if role == .staff, try StaffRow.scopes(of: account, in: course, tx.db).count == 1 {
            try tx.log.renamed(account, in: course)
        }
    }

    /// Ends an enrollment.
    static func revoke(_ account: Account.ID, scope: String, role: Enrollment.Role, _ tx: Transaction) throws {
        let held = try tx.db.first(
            "DELETE FROM enrollment WHERE account_id = ? AND scope = ? AND role = ? RETURNING *", account, scope, role.rawValue)
        let row = try stored(held)
        try RosterRow.holdByHand(account, scope: scope, role: role, tx.db)
        let (course, section): (Course.ID, Section.ID?) = (row["course_id"], row["section_id"])
        let (since, granted): (Int64, Int64) = (row["since"], row["granted_at"])
        let offset = try tx.log.append(
            .none, scope, .scopeRevoked, course: course, section: section, after: [.account(account)])
        try tx.db.send(
            """
            INSERT INTO former_enrollment (account_id, course_id, section_id, role, since, granted_at, revoked_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """, account, course, section, role.rawValue, since, granted, offset)
        if role == .staff, try StaffRow.scopes(of: account, in: course, tx.db).isEmpty {
            try tx.log.renamed(account, in: course)
        }
    }
}
