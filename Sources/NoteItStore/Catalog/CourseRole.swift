import NoteItCore

/// The role of a person in one course, as their posts and the roster show it. Its staff are `instructor`. The role of the account
/// counts only for admins: a teacher of one course may be a student of another.
enum CourseRole {
    /// The role as SQL.
    /// - Parameters: `account`: the alias of the table `account`; `course`: the id of the course, as SQL.
    static func sql(of account: String, in course: String) -> String {
        sql(
            of: account,
            isStaff: """
                EXISTS (SELECT 1 FROM enrollment h
                    WHERE h.course_id = \(course) AND h.account_id = \(account).id AND h.role = 'staff')
                """)
    }

    /// The same where all rows are of one course, whose id is the statement's next argument: its staff are then read once.
    static func sqlInOneCourse(of account: String) -> String {
        sql(
            of: account,
            isStaff: "\(account).id IN (SELECT h.account_id FROM enrollment h WHERE h.course_id = ? AND h.role = 'staff')")
    }

    /// The same of an account whose place in the course is known.
    static func role(of account: Account.Role, isStaff: Bool) -> Account.Role {
        isStaff ? .instructor : account == .admin ? .admin : .student
    }

    private static func sql(of account: String, isStaff: String) -> String {
        "CASE WHEN \(isStaff) THEN 'instructor' WHEN \(account).role = 'admin' THEN 'admin' ELSE 'student' END"
    }
}
