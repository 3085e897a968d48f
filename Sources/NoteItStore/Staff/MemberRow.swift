import Foundation
import NoteItCore

/// People in a course. A row holds one enrollment; the rows of a person follow each other.
enum MemberRow {
    private static let role = CourseRole.sql(of: "a", in: "n.course_id")
    private static let columns = "a.id, a.display_name, a.handle, a.email, \(role) AS course_role, n.*"

    /// In the order in which they became staff, and by log offset within a second.
    static func staff(of course: Course.ID, _ db: SQLConnection) throws -> [Member] {
        let rows = try db.all(
            """
            WITH oldest AS (
                SELECT account_id AS staff, min(since) AS began, min(granted_at) AS granted FROM enrollment
                WHERE course_id = ?1 AND role = 'staff' GROUP BY account_id)
            SELECT \(columns) FROM oldest o
            JOIN enrollment n ON n.account_id = o.staff AND n.course_id = ?1 AND n.role = 'staff'
            JOIN account a ON a.id = n.account_id
            ORDER BY o.began, o.granted, a.id, n.since, n.scope
            """, course)
        return try members(rows)
    }

    /// One person with their staff roles.
    static func find(_ account: Account.ID, in course: Course.ID, _ db: SQLConnection) throws -> Member {
        try stored(try staff(of: course, db).first { $0.id == account })
    }

    /// The people in the sections of which `reader` is staff, by name.
    /// - Parameter last: the name and the id of the last person of the page before.
    static func roster(
        of course: Course.ID, to reader: Account.ID, matching query: RosterQuery, after last: [String]?, limit: Int,
        _ db: SQLConnection
    ) throws -> [Member] {
        let text = query.text.map { containable($0) }
        let rows = try db.all(
            """
            WITH place AS (
                SELECT n.* FROM enrollment n
                WHERE n.course_id = ?1 AND (CAST(?3 AS TEXT) IS NULL OR n.role = ?3)
                    AND (CAST(?4 AS TEXT) IS NULL OR n.section_id = ?4) AND EXISTS (
                    SELECT 1 FROM enrollment m
                    WHERE m.account_id = ?2 AND m.course_id = n.course_id AND m.role = 'staff'
                        AND (m.section_id IS NULL OR m.section_id = n.section_id))),
            person AS (
                SELECT a.* FROM account a WHERE a.id IN (SELECT account_id FROM place)
                    AND (CAST(?5 AS TEXT) IS NULL OR \(contains("a.display_name", "?5"))
                        OR \(contains("a.handle", "?5")) OR \(contains("a.email", "?5")))
                    AND (CAST(?6 AS TEXT) IS NULL OR (a.display_name, a.id) > (?6, ?7))
                ORDER BY a.display_name, a.id LIMIT ?8)
            SELECT \(columns) FROM person a JOIN place n ON n.account_id = a.id
            ORDER BY a.display_name, a.id, n.since, n.scope
            """, course, reader, query.role?.rawValue, query.section, text, last?[0], last?[1], limit)
        return try members(rows)
    }

    private static func members(_ rows: [Row]) throws -> [Member] {
        var found: [Member] = []
        for row in rows {
            let (id, enrollment): (Account.ID, Enrollment) = (row["id"], try EnrollmentRow.decode(row))
            if found.last?.id == id {
                found[found.count - 1].places.append(enrollment)
            } else {
                found.append(
                    Member(
                        id: id, displayName: row["display_name"], handle: row["handle"] ?? "", email: row["email"],
                        role: try stored(Account.Role(rawValue: row["course_role"])), places: [enrollment]))
            }
        }
        return found
    }
}
