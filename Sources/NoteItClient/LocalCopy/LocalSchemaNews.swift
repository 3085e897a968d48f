extension LocalSchema {
    /// What is new to the reader, by the rule that the server has in `Unread` (NoteItStore).
    static let news = """
        -- What is new to the reader: 0 nothing, 1 something of a muted thread or course, 2 something else.
        -- Of an event that they never opened, only what was written since they came is new.
        CREATE VIEW event_news AS
        SELECT e.id AS id, CASE
            WHEN e.activity <= max(coalesce(m.seen, 0), coalesce(s.activity, 0)) THEN 0
            WHEN coalesce(m.seen, 0) = 0 AND s.activity IS NULL AND max(
                e.created_at, coalesce(e.edited_at, 0),
                coalesce((SELECT max(r.created_at) FROM reply r WHERE r.event_id = e.id), 0)
            ) < (SELECT min(n.place) FROM subject n WHERE n.kind = 'enrollment' AND n.scope = e.course_id) THEN 0
            WHEN m.event_id IS NULL AND s.event_id IS NULL AND e.activity <= e.rev
                AND e.author_id = (SELECT json_extract(c.account, '$.id') FROM copy c) THEN 0
            WHEN e.must_read = 0 AND (coalesce(m.muted, 0) OR e.course_id IN (
                SELECT j.value FROM subject p, json_each(p.json, '$.mutedCourses') j WHERE p.kind = 'preferences')) THEN 1
            ELSE 2
        END AS news
        FROM event e LEFT JOIN mark m ON m.event_id = e.id LEFT JOIN seen s ON s.event_id = e.id;

        \(judging("event_comes", "INSERT ON event", "id = NEW.id"))
        \(judging("reply_comes", "INSERT ON reply", "id = NEW.event_id"))
        \(judging("reply_goes", "DELETE ON reply", "id = OLD.event_id"))
        \(judging("mark_comes", "INSERT ON mark", "id = NEW.event_id"))
        \(judging("mark_goes", "DELETE ON mark", "id = OLD.event_id"))
        \(judging("seen_comes", "INSERT ON seen", "id = NEW.event_id"))
        \(judging("seen_grows", "UPDATE ON seen", "id = NEW.event_id"))
        \(judging("seen_goes", "DELETE ON seen", "id = OLD.event_id"))
        \(judging("enrollment_comes", "INSERT ON subject WHEN NEW.kind = 'enrollment'", "course_id = NEW.scope"))
        \(judging("enrollment_goes", "DELETE ON subject WHEN OLD.kind = 'enrollment'", "course_id = OLD.scope"))
        \(judging("preferences_come", "INSERT ON subject WHEN NEW.kind = 'preferences'", "TRUE"))
        \(judging("preferences_go", "DELETE ON subject WHEN OLD.kind = 'preferences'", "TRUE"))
        """

    /// A trigger that asks again what is new of some events.
    private static func judging(_ name: String, _ change: String, _ condition: String) -> String {
        """
        CREATE TRIGGER \(name) AFTER \(change) BEGIN
            UPDATE event SET news = (SELECT n.news FROM event_news n WHERE n.id = event.id) WHERE \(condition);
        END;
        """
    }
}
