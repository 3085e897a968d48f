import Foundation
import GRDB
import NoteItCore

extension SQLiteStore {
    public func enrollments(of account: Account.ID) async throws -> [Enrollment] {
        try await read { try EnrollmentRow.all(of: account, $0) }
    }

    public func enroll(_ account: Account.ID, in sections: [Section.ID]) async throws -> [Enrollment] {
        let now = now
        return try await commit { db in
            _ = try requireAccount(account, db)
            let courses = try coursesOf(sections, db)
            for course in unique(sections.compactMap { courses[$0] }) {
                try Rescoping(account: account, course: course, log: Log(db, at: now)).perform { log in
                    for section in unique(sections) where courses[section] == course {
                        try log.grant(account, course: course, section: section, role: .student)
                    }
                }
            }
            return try EnrollmentRow.all(of: account, db)
        }
    }

    public func drop(_ account: Account.ID, section: Section.ID) async throws {
        let now = now
        try await commit { db in
            let row = try db.first(
                "SELECT course_id, role FROM enrollment WHERE account_id = ? AND scope = ?", account, section)
            guard let row else { throw DomainError.notFound("enrollment in \(section)") }
            guard row["role"] == Enrollment.Role.student.rawValue else {
                throw DomainError.forbidden("You are staff of \(section). An admin takes that back, with noteitd staff revoke.")
            }
            try Rescoping(account: account, course: row["course_id"], log: Log(db, at: now)).perform { log in
                try log.revoke(account, scope: section)
            }
        }
    }

    public func grantStaff(_ email: String, course: Course.ID, sections: [Section.ID]) async throws -> [Enrollment] {
        let now = now
        return try await commit { db in
            let account = try requireAccount(email: email, db).id
            guard try db.first("SELECT 1 FROM course WHERE id = ?", course) != nil else {
                throw DomainError.notFound("course \(course)")
            }
            for (section, home) in try coursesOf(sections, db) where home != course {
                throw DomainError.invalid("sections", "\(section) is not a section of \(course)")
            }
            try Rescoping(account: account, course: course, log: Log(db, at: now)).perform { log in
                if sections.isEmpty { try log.grant(account, course: course, section: nil, role: .staff) }
                for section in unique(sections) { try log.grant(account, course: course, section: section, role: .staff) }
            }
            return try EnrollmentRow.all(of: account, db).filter { $0.course == course }
        }
    }

    public func revokeStaff(_ email: String, course: Course.ID, sections: [Section.ID]) async throws {
        let now = now
        try await commit { db in
            let account = try requireAccount(email: email, db).id
            let held: [String] = try db.column(
                "SELECT scope FROM enrollment WHERE account_id = ? AND course_id = ? AND role = 'staff'", account, course)
            let revoked = sections.isEmpty ? held : held.filter(sections.contains)
            guard !revoked.isEmpty else { throw DomainError.notFound("staff scope of \(email) in \(course)") }
            try Rescoping(account: account, course: course, log: Log(db, at: now)).perform { log in
                for scope in revoked { try log.revoke(account, scope: scope) }
            }
        }
    }
}

/// The course of each section. Throws `.invalid` that names every unknown or withdrawn one.
func coursesOf(_ sections: [Section.ID], _ db: Database) throws -> [Section.ID: Course.ID] {
    let rows = try db.all(
        "SELECT id, course_id FROM section WHERE withdrawn = 0 AND id IN (SELECT value FROM json_each(?))",
        try jsonArray(sections))
    let courses = Dictionary(rows.map { ($0["id"] as Section.ID, $0["course_id"] as Course.ID) }) { first, _ in first }
    let missing = unique(sections).filter { courses[$0] == nil }
    if !missing.isEmpty {
        throw DomainError.invalid(missing.map { FieldError(field: "sections", detail: "\($0) is not offered") })
    }
    return courses
}

enum EnrollmentRow {
    /// In the order in which they were granted.
    static func all(of account: Account.ID, _ db: Database) throws -> [Enrollment] {
        try grants(of: account, db).map(\.enrollment)
    }

    static func interest(of account: Account.ID, _ db: Database) throws -> Interest {
        let former = try db.all("SELECT * FROM former_enrollment WHERE account_id = ?", account).map { row in
            (grant: try grant(row), revokedAt: row["revoked_at"] as Int64)
        }
        return Interest(account: account, grants: try grants(of: account, db), former: former)
    }

    private static func grants(of account: Account.ID, _ db: Database) throws -> [Interest.Grant] {
        try db.all("SELECT * FROM enrollment WHERE account_id = ? ORDER BY since, scope", account).map(grant)
    }

    private static func grant(_ row: Row) throws -> Interest.Grant {
        Interest.Grant(enrollment: try decode(row), offset: row["granted_at"])
    }

    static func decode(_ row: Row) throws -> Enrollment {
        Enrollment(
            section: row["section_id"], course: row["course_id"], role: try stored(Enrollment.Role(rawValue: row["role"])),
            since: row.date("since"))
    }
}

/// A change of what one person may see in one course. What becomes visible by it is shown, what no longer is is
/// removed: each as rows of the log for that person alone, behind the rows that grant and revoke.
private struct Rescoping {
    let account: Account.ID
    let course: Course.ID
    let log: Log

    func perform(_ change: (Log) throws -> Void) throws {
        let (was, before) = (try Membership.find(account, in: course, log.db), try visible())
        try change(log)
        let (isNow, after) = (try Membership.find(account, in: course, log.db), try visible())
        if was == nil && isNow != nil {
            try log.show(account, try CourseRow.require(course, log.db), .course, course, course: course)
        }
        // Staff see authors' emails: who becomes staff, or ceases to be, gets everything as they see it now.
        let known = was?.isStaff == isNow?.isStaff ? Set(before) : []
        for event in after where !known.contains(event) { try show(event) }
        let kept = Set(after)
        for event in before where !kept.contains(event) { try remove(event) }
        if was != nil && isNow == nil { _ = try log.tell(account, .remove, .course, course, course: course) }
    }

    private func visible() throws -> [Event.ID] {
        try EventRow.visible(to: account, in: course, log.db)
    }

    private func show(_ id: Event.ID) throws {
        try log.refer(to: .event, id.description, in: course, after: [.account(account)])
        for reply in try ReplyRow.ids(of: id, log.db) {
            try log.refer(to: .reply, reply.description, in: course, after: [.account(account)])
        }
    }

    private func remove(_ id: Event.ID) throws {
        for reply in try ReplyRow.ids(of: id, log.db) {
            _ = try log.tell(account, .remove, .reply, reply.description, course: course)
        }
        _ = try log.tell(account, .remove, .event, id.description, course: course)
        try log.forgetNotifications(about: id, of: [account])
    }
}

extension Log {
    /// Enrolls, or makes a student of that section its staff. Nothing happens if the place is held already.
    fileprivate func grant(_ account: Account.ID, course: Course.ID, section: Section.ID?, role: Enrollment.Role) throws {
        let scope = section ?? course
        let held: String? = try db.value("SELECT role FROM enrollment WHERE account_id = ? AND scope = ?", account, scope)
        guard held == nil || (held == "student" && role == .staff) else { return }
        let offset = try tell(account, .scopeGranted, .none, scope, course: course, section: section)
        try db.run(
            """
            INSERT INTO enrollment (account_id, scope, course_id, section_id, role, since, granted_at) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (account_id, scope) DO UPDATE SET role = excluded.role
            """, account, scope, course, section, role.rawValue, now.seconds, offset)
        let row = try stored(try db.first("SELECT * FROM enrollment WHERE account_id = ? AND scope = ?", account, scope))
        try show(account, try EnrollmentRow.decode(row), .enrollment, scope, course: course)
    }

    /// Takes a place away. What is left in the course inherits the age of its grant, so that no row between the two
    /// grants, still on its way to a slow reader, is taken for older than the person's being there.
    fileprivate func revoke(_ account: Account.ID, scope: String) throws {
        let row = try stored(try db.first("SELECT * FROM enrollment WHERE account_id = ? AND scope = ?", account, scope))
        let (course, granted): (Course.ID, Int64) = (row["course_id"], row["granted_at"])
        let revoked = try tell(account, .scopeRevoked, .none, scope, course: course, section: row["section_id"])
        _ = try tell(account, .remove, .enrollment, scope, course: course)
        try db.run(
            """
            INSERT INTO former_enrollment (account_id, course_id, section_id, role, since, granted_at, revoked_at)
            SELECT account_id, course_id, section_id, role, since, granted_at, ? FROM enrollment WHERE account_id = ? AND scope = ?
            """, revoked, account, scope)
        try db.run("DELETE FROM enrollment WHERE account_id = ? AND scope = ?", account, scope)
        try db.run(
            "UPDATE enrollment SET granted_at = min(granted_at, ?) WHERE account_id = ? AND course_id = ?",
            granted, account, course)
    }
}
