import Foundation
import GRDB
import NoteItCore

/// People in a course. Each row has one place; a person's rows follow each other.
enum MemberRow {
    private static let columns = "a.id, a.display_name, a.handle, a.email, a.role AS account_role, n.*"

    /// Those who have been staff longest first; of those who became it in one second, by the log.
    static func staff(of course: Course.ID, _ db: Database) throws -> [Member] {
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

    /// One person with their staff places.
    static func find(_ account: Account.ID, in course: Course.ID, _ db: Database) throws -> Member {
        try stored(try staff(of: course, db).first { $0.id == account })
    }

    /// By name. Places that `reader` is not staff of are left out, and who has none but such.
    /// - Parameter place: name and id of the last of the page before.
    static func roster(
        of course: Course.ID, to reader: Account.ID, matching query: RosterQuery, behind place: [String]?, limit: Int,
        _ db: Database
    ) throws -> [Member] {
        let pattern = query.text.map { likePattern($0) }
        let rows = try db.all(
            #"""
            WITH place AS (
                SELECT n.* FROM enrollment n
                WHERE n.course_id = ?1 AND (?3 IS NULL OR n.role = ?3) AND (?4 IS NULL OR n.section_id = ?4) AND EXISTS (
                    SELECT 1 FROM enrollment m
                    WHERE m.account_id = ?2 AND m.course_id = n.course_id AND m.role = 'staff'
                        AND (m.section_id IS NULL OR m.section_id = n.section_id))),
            person AS (
                SELECT a.* FROM account a WHERE a.id IN (SELECT account_id FROM place)
                    AND (?5 IS NULL OR a.display_name LIKE ?5 ESCAPE '\' OR a.handle LIKE ?5 ESCAPE '\'
                        OR a.email LIKE ?5 ESCAPE '\')
                    AND (?6 IS NULL OR (a.display_name, a.id) > (?6, ?7))
                ORDER BY a.display_name, a.id LIMIT ?8)
            SELECT \#(columns) FROM person a JOIN place n ON n.account_id = a.id
            ORDER BY a.display_name, a.id, n.since, n.scope
            """#, course, reader, query.role?.rawValue, query.section, pattern, place?[0], place?[1], limit)
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
                        role: try stored(Account.Role(rawValue: row["account_role"])), places: [enrollment]))
            }
        }
        return found
    }
}
