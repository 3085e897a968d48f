import Foundation
import NoteItCore

/// What a new name writes to the log: it is shown in events, replies and plans.
extension Log {
    /// Logs a new name of a person, or a new role in a course: that they joined or left its staff. One row serves all courses in
    /// which they wrote, with or without their name, and it is written whether or not they wrote anything there, so that rows
    /// reveal no anonymous posts. It also serves everyone who has a degree plan or a private event that shows the name.
    /// - Parameter course: where the role is new; nil for a new name.
    func renamed(_ account: Account.ID, in course: Course.ID? = nil) throws {
        let courses: [Course.ID] =
            try course.map { [$0] }
            ?? db.column(
                """
                SELECT course_id FROM event WHERE author_id = ?
                UNION SELECT e.course_id FROM reply r JOIN event e ON e.id = r.event_id WHERE r.author_id = ?
                """, account, account)
        let plans = try course == nil ? DegreePlanRow.readers(of: account, db) : []
        let people = unique([account] + plans + (try keepers(of: account, in: course)))
        try append(
            .account, account.description, course: course, after: people.map(Topic.account) + courses.map(Topic.course),
            follows: true)
    }

    /// The authors of private events to which a person replied by name: they keep these events after they leave the course.
    private func keepers(of account: Account.ID, in course: Course.ID?) throws -> [Account.ID] {
        try db.column(
            """
            SELECT DISTINCT e.author_id FROM reply r JOIN event e ON e.id = r.event_id
            WHERE r.author_id = ? AND r.alias IS NULL AND r.deleted_at IS NULL AND e.visibility = 'private'
                AND e.deleted_at IS NULL AND (CAST(? AS TEXT) IS NULL OR e.course_id = ?)
            """, account, course, course)
    }
}
