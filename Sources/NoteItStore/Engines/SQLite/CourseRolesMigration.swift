extension Schema {
    /// Posts show the role of their author in the course, no longer that of the account. A row of the log for each person and
    /// course brings what devices have to the new role.
    static let courseRoles = """
        CREATE TEMPORARY TABLE changed_role AS
        SELECT row_number() OVER (ORDER BY p.author_id, p.course_id) AS position, p.author_id, p.course_id
        FROM (
            SELECT author_id, course_id FROM event
            UNION SELECT r.author_id, e.course_id FROM reply r JOIN event e ON e.id = r.event_id
        ) p JOIN account a ON a.id = p.author_id
        WHERE (a.role = 'instructor') <> EXISTS (
            SELECT 1 FROM enrollment h
            WHERE h.course_id = p.course_id AND h.account_id = p.author_id AND h.role = 'staff');
        INSERT INTO log ("offset", written_at, op, type, subject, course_id, follows, after)
        SELECT h.head + c.position, CAST(strftime('%s', 'now') AS INTEGER), 'changed', 'account', c.author_id, c.course_id, 1,
            'account:' || c.author_id || ' course:' || c.course_id
        FROM changed_role c JOIN log_head h ON h.id = 1;
        INSERT INTO log_topic (topic, "offset")
        SELECT 'account:' || c.author_id, h.head + c.position FROM changed_role c JOIN log_head h ON h.id = 1
        UNION ALL SELECT 'course:' || c.course_id, h.head + c.position FROM changed_role c JOIN log_head h ON h.id = 1;
        UPDATE log_head SET head = head + (SELECT count(*) FROM changed_role);
        DROP TABLE changed_role;
        """
}
