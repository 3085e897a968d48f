import Foundation
import NoteItCore

enum EnrollmentRow {
    /// In the order in which they were granted. A person who is both a student and staff of a section counts as its staff.
    static func all(of account: Account.ID, _ db: SQLConnection) throws -> [Enrollment] {
        let held = try db.decoded(
            "SELECT * FROM enrollment WHERE account_id = ? ORDER BY since, scope, role", [account], by: decode)
        let staffed = Set(held.lazy.filter { $0.role == .staff }.map(\.scope))
        return held.filter { $0.role == .staff || !staffed.contains($0.scope) }
    }

    static func find(_ scope: String, of account: Account.ID, _ db: SQLConnection) throws -> Enrollment? {
        try all(of: account, db).first { $0.scope == scope }
    }

    /// - Parameter course: the only one that matters; nil for all.
    static func interest(of account: Account.ID, only course: Course.ID? = nil, _ db: SQLConnection) throws -> Interest {
        let held = try db.decoded("SELECT * FROM enrollment WHERE account_id = ?", [account]) { row in
            Interest.Grant(try decode(row), grantedAt: row["granted_at"])
        }
        let former = try db.decoded("SELECT * FROM former_enrollment WHERE account_id = ?", [account]) { row in
            Interest.Grant(try decode(row), grantedAt: row["granted_at"], revokedAt: row["revoked_at"])
        }
        return Interest(account: account, grants: held + former, only: course)
    }

    static func decode(_ row: Row) throws -> Enrollment {
        Enrollment(
            section: row["section_id"], course: row["course_id"], role: try stored(Enrollment.Role(rawValue: row["role"])),
            since: row.date("since"))
    }
}
