import Foundation
import GRDB
import NoteItCore

extension SQLiteStore {
    public func enrollments(of account: Account.ID) async throws -> [Enrollment] {
        try await read { try EnrollmentRow.all(of: account, $0) }
    }

    public func courses(of account: Account.ID) async throws -> [Course.ID] {
        try await read { try Membership.places(of: account, $0).map(\.course) }
    }

    public func enroll(_ account: Account.ID, in sections: [Section.ID]) async throws -> [Enrollment] {
        let now = now
        return try await commit { db in
            _ = try requireAccount(account, db)
            let courses = try coursesOf(sections, db)
            for course in unique(sections.compactMap { courses[$0] }) {
                for section in unique(sections) where courses[section] == course {
                    try Log(db, at: now).grant(account, course: course, section: section, role: .student)
                }
            }
            return try EnrollmentRow.all(of: account, db)
        }
    }

    public func drop(_ account: Account.ID, section: Section.ID) async throws {
        let now = now
        try await commit { db in
            let roles: [String] = try db.column(
                "SELECT role FROM enrollment WHERE account_id = ? AND scope = ? ORDER BY role DESC", account, section)
            guard !roles.isEmpty else { throw DomainError.notFound("enrollment in \(section)") }
            guard roles.contains(Enrollment.Role.student.rawValue) else {
                throw DomainError.forbidden("You are staff of \(section), not a student: noteit staff revoke takes that back.")
            }
            try Log(db, at: now).revoke(account, scope: section, role: .student)
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
    /// In the order in which they were granted. Who is a student and staff of one section is its staff.
    static func all(of account: Account.ID, _ db: Database) throws -> [Enrollment] {
        let held = try db.all("SELECT * FROM enrollment WHERE account_id = ? ORDER BY since, scope, role", account).map(decode)
        let staffed = Set(held.lazy.filter { $0.role == .staff }.map(\.scope))
        return held.filter { $0.role == .staff || !staffed.contains($0.scope) }
    }

    static func find(_ scope: String, of account: Account.ID, _ db: Database) throws -> Enrollment? {
        try all(of: account, db).first { $0.scope == scope }
    }

    static func interest(of account: Account.ID, _ db: Database) throws -> Interest {
        let held = try db.all("SELECT * FROM enrollment WHERE account_id = ?", account).map { row in
            Interest.Place(try decode(row), grantedAt: row["granted_at"])
        }
        let former = try db.all("SELECT * FROM former_enrollment WHERE account_id = ?", account).map { row in
            Interest.Place(try decode(row), grantedAt: row["granted_at"], revokedAt: row["revoked_at"])
        }
        return Interest(account: account, places: held + former)
    }

    static func decode(_ row: Row) throws -> Enrollment {
        Enrollment(
            section: row["section_id"], course: row["course_id"], role: try stored(Enrollment.Role(rawValue: row["role"])),
            since: row.date("since"))
    }
}

extension Log {
    /// Gives a place in a course: what can be seen by it follows from the row. Nothing happens if it is held already.
    func grant(_ account: Account.ID, course: Course.ID, section: Section.ID?, role: Enrollment.Role) throws {
        let scope = section ?? course
        let held: [String] = try db.column("SELECT role FROM enrollment WHERE account_id = ? AND scope = ?", account, scope)
        guard !held.contains(role.rawValue) else { return }
        let offset = try append(
            NewRow(
                change: .scopeGranted, type: .none, subject: scope, course: course, section: section, after: [.account(account)]
            ))
        try db.run(
            """
            INSERT INTO enrollment (account_id, scope, course_id, section_id, role, since, granted_at) VALUES (?, ?, ?, ?, ?, ?, ?)
            """, account, scope, course, section, role.rawValue, now.seconds, offset)
    }

    /// Takes a place away.
    func revoke(_ account: Account.ID, scope: String, role: Enrollment.Role) throws {
        let held = try db.first(
            "DELETE FROM enrollment WHERE account_id = ? AND scope = ? AND role = ? RETURNING *", account, scope, role.rawValue)
        let row = try stored(held)
        let (course, section): (Course.ID, Section.ID?) = (row["course_id"], row["section_id"])
        let (since, granted): (Int64, Int64) = (row["since"], row["granted_at"])
        let offset = try append(
            NewRow(
                change: .scopeRevoked, type: .none, subject: scope, course: course, section: section, after: [.account(account)]
            ))
        try db.run(
            """
            INSERT INTO former_enrollment (account_id, course_id, section_id, role, since, granted_at, revoked_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """, account, course, section, role.rawValue, since, granted, offset)
    }
}
