import Foundation
import NoteItCore

/// A member of a course, as the author of what they post there.
struct Poster {
    let membership: Membership
    let author: Author
    /// Whether anybody follows anything of the course.
    let hasFollowers: Bool
    /// `last_number` of the course, which lacks the posts of this transaction.
    let lastNumber: Int

    /// All that a plain post has to ask: each answer of the database is waited for.
    /// Throws as `Membership.require`.
    static func require(_ account: Account.ID, in course: Course.ID, _ db: SQLConnection) throws -> Poster {
        let found: [(enrollment: Enrollment, author: Author, hasFollowers: Bool, lastNumber: Int)] = try db.decoded(
            """
            SELECT n.section_id, n.role, n.since, a.display_name, a.role, a.email, a.handle,
                EXISTS (SELECT 1 FROM follow f WHERE f.course_id = n.course_id), c.last_number
            FROM enrollment n JOIN account a ON a.id = n.account_id JOIN course c ON c.id = n.course_id
            WHERE n.account_id = ? AND n.course_id = ?
            """, [account, course]
        ) { row in
            let enrollment = Enrollment(
                section: row[0], course: course, role: try stored(Enrollment.Role(rawValue: row[1])),
                since: Date(seconds: row[2]))
            let author = Author(
                id: account, displayName: row[3], role: try stored(Account.Role(rawValue: row[4])), email: row[5],
                handle: row[6])
            return (enrollment, author, row[7], row[8])
        }
        guard let first = found.first else { throw try Membership.refusal(in: course, db) }
        let membership = Membership(in: course, found.map(\.enrollment))
        var author = first.author
        author.role = CourseRole.role(of: author.role, isStaff: membership.isStaff)
        return Poster(
            membership: membership, author: author, hasFollowers: first.hasFollowers, lastNumber: first.lastNumber)
    }
}
