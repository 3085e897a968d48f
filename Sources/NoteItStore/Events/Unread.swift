/// The events with something that a person has not seen, as SQL for use after `FROM event e`. The local copies of clients have the
/// same rule: `noteit` as the view `event_news` (LocalSchemaNews.swift), the page in `client-web/copy/news.js`.
/// `test_new_everywhere.py` compares the three. Without a mark, an author has seen what they wrote. Of an event that they never
/// opened, only what was written since they came to the course is new.
enum Unread {
    /// Takes the account three times.
    /// - Parameter wanted: true for unread events, false for the others.
    static func condition(_ wanted: Bool) -> String {
        """
        \(wanted ? "" : "NOT ")(
            e.rev + e.newest_reply > COALESCE(
                (SELECT m.seen FROM event_mark m WHERE m.account_id = ? AND m.event_id = e.id),
                CASE WHEN e.author_id = ? THEN e.rev ELSE 0 END)
            AND NOT EXISTS (
                SELECT 1 FROM (
                    SELECT MIN(n.since) AS came, n.account_id FROM enrollment n
                    WHERE n.account_id = ? AND n.course_id = e.course_id GROUP BY n.account_id
                ) c
                WHERE e.created_at < c.came AND COALESCE(e.edited_at, 0) < c.came
                    AND NOT EXISTS (
                        SELECT 1 FROM event_mark m WHERE m.account_id = c.account_id AND m.event_id = e.id AND m.seen > 0)
                    AND NOT EXISTS (
                        SELECT 1 FROM reply r WHERE r.event_id = e.id AND r.deleted_at IS NULL AND r.created_at >= c.came)
            )
        )
        """
    }
}
