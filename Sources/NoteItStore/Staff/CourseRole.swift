/// The role of a person in one course, as their posts and the roster show it. Its staff are `instructor`. The role of the account
/// counts only for admins: whoever teaches one course may be a student of another.
enum CourseRole {
    /// The role as SQL.
    /// - Parameters: `account`: the alias of the table `account`; `course`: the id of the course, as SQL.
    static func sql(of account: String, in course: String) -> String {
        """
        CASE WHEN EXISTS (SELECT 1 FROM enrollment h
                WHERE h.course_id = \(course) AND h.account_id = \(account).id AND h.role = 'staff') THEN 'instructor'
            WHEN \(account).role = 'admin' THEN 'admin' ELSE 'student' END
        """
    }
}
