import Foundation
import NoteItCore

/// A member of a course, as the author of what they post there: all that a plain post has to ask, in one statement. Each answer of the
/// database is waited for.
struct Poster {
    let membership: Membership
    let author: Author
    /// Whether anybody follows anything of the course.
    let hasFollowers: Bool
    /// `last_number` of the course, which lacks the posts of this transaction.
    let lastNumber: Int
    /// Whether the id of the new post is that of an event or a reply.
    let isSent: Bool

    /// Nil if the person is not in the course.
    /// - Parameter id: of the new post; nil for a new one.
    static func find(
        _ account: Account.ID, in course: Course.ID, sending id: Event.ID? = nil, _ db: SQLConnection
    ) throws -> Poster? {
        var enrollments: [Enrollment] = []
        let found: [Poster] = try db.decoded(
            """
            SELECT n.section_id, n.role, n.since, a.display_name, a.role, a.email, a.handle, c.last_number,
                EXISTS (SELECT 1 FROM follow f WHERE f.course_id = n.course_id),
                EXISTS (SELECT 1 FROM event s WHERE s.id = ?) OR EXISTS (SELECT 1 FROM reply s WHERE s.id = ?)
            FROM enrollment n JOIN account a ON a.id = n.account_id JOIN course c ON c.id = n.course_id
            WHERE n.account_id = ? AND n.course_id = ?
            """, [id, id, account, course]
        ) { row in
            enrollments.append(
                Enrollment(
                    section: row[0], course: course, role: try stored(Enrollment.Role(rawValue: row[1])),
                    since: Date(seconds: row[2])))
            let membership = Membership(in: course, enrollments)
            let role = CourseRole.role(of: try stored(Account.Role(rawValue: row[4])), isStaff: membership.isStaff)
            let author = Author(id: account, displayName: row[3], role: role, email: row[5], handle: row[6])
            return Poster(membership: membership, author: author, hasFollowers: row[8], lastNumber: row[7], isSent: row[9])
        }
        return found.last
    }
}
