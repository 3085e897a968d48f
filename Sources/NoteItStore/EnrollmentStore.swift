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
                throw DomainError.forbidden("You are staff of \(section), not a student: noteit staff revoke takes that back.")
            }
            try Rescoping(account: account, course: row["course_id"], log: Log(db, at: now)).perform { log in
                try log.revoke(account, scope: section)
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
