import NoteItCore

/// Objects belong to calendars, their counts and offsets are right, and stored JSON can be read.
func calendarFindings(_ db: SQLConnection) throws -> [String] {
    let findings: [String] = try db.column(
        """
        SELECT 'The calendar ' || c.id || ' of account ' || c.account_id || ' has a wrong count of objects.' FROM calendar c
        WHERE (c.made_at IS NOT NULL OR c.id = 'personal') AND c.objects <> (
            SELECT COUNT(*) FROM calendar_object o
            WHERE o.account_id = c.account_id AND o.calendar = c.id AND o.removed_at IS NULL)
        UNION ALL
        SELECT 'The calendar ' || c.id || ' of account ' || c.account_id || ' has a wrong count of bytes.' FROM calendar c
        WHERE (c.made_at IS NOT NULL OR c.id = 'personal') AND c.bytes <> (
            SELECT COALESCE(SUM(length(o.data)), 0) FROM calendar_object o
            WHERE o.account_id = c.account_id AND o.calendar = c.id AND o.removed_at IS NULL)
        UNION ALL
        SELECT 'The object ' || o.name || ' of account ' || o.account_id || ' is in a calendar that does not exist.'
        FROM calendar_object o
        WHERE o.calendar NOT IN \(CalendarRow.derivedIDs) AND o.calendar <> 'personal'
            AND NOT EXISTS (
                SELECT 1 FROM calendar c WHERE c.account_id = o.account_id AND c.id = o.calendar AND c.made_at IS NOT NULL)
            AND NOT EXISTS (
                SELECT 1 FROM calendar_import i WHERE i.account_id = o.account_id AND 'import-' || i.id = o.calendar)
        UNION ALL
        SELECT 'The object ' || o.name || ' of account ' || o.account_id || ' changed after the end of the log.'
        FROM calendar_object o JOIN log_head h ON h.id = 1 WHERE o.changed > h.head
        UNION ALL
        SELECT 'The calendars of account ' || s.account_id || ' follow the log ahead of its end.'
        FROM calendar_state s JOIN log_head h ON h.id = 1 WHERE s.derived_at > h.head OR s.pruned > h.head
        UNION ALL
        SELECT 'The task ' || t.id || ' follows an import of another person.'
        FROM import_task i JOIN task t ON t.id = i.task_id JOIN calendar_import s ON s.id = i.import_id
        WHERE t.account_id <> i.account_id OR s.account_id <> i.account_id
        UNION ALL
        SELECT 'The account ' || a.id || ' has left, but has calendars.' FROM account a
        WHERE a.left_at IS NOT NULL AND (EXISTS (SELECT 1 FROM calendar c WHERE c.account_id = a.id)
            OR EXISTS (SELECT 1 FROM calendar_object o WHERE o.account_id = a.id)
            OR EXISTS (SELECT 1 FROM calendar_state s WHERE s.account_id = a.id)
            OR EXISTS (SELECT 1 FROM calendar_feed f WHERE f.account_id = a.id)
            OR EXISTS (SELECT 1 FROM calendar_import i WHERE i.account_id = a.id)
            OR EXISTS (SELECT 1 FROM app_password p WHERE p.account_id = a.id))
        UNION ALL
        SELECT 'The account ' || a.id || ' has left, but has tokens, second factors or links to a sign-on.' FROM account a
        WHERE a.left_at IS NOT NULL AND (EXISTS (SELECT 1 FROM api_token t WHERE t.account_id = a.id)
            OR EXISTS (SELECT 1 FROM device_sign_in d WHERE d.account_id = a.id)
            OR EXISTS (SELECT 1 FROM second_factor f WHERE f.account_id = a.id)
            OR EXISTS (SELECT 1 FROM sign_on_identity s WHERE s.account_id = a.id)
            OR EXISTS (SELECT 1 FROM recovery_code c WHERE c.account_id = a.id))
        """)
    return findings
        + (try unreadable(
            "personal event", "SELECT item, event FROM calendar_object WHERE event IS NOT NULL", as: PersonalEventText.self, db))
        + (try unreadable("properties of calendar", "SELECT id, properties FROM calendar", as: [String: String].self, db))
        + (try unreadable(
            "components of calendar", "SELECT id, components FROM calendar WHERE components IS NOT NULL",
            as: [CalendarCollection.Component].self, db))
        + (try unreadable("parts of calendar feed", "SELECT id, parts FROM calendar_feed", as: [CalendarFeed.Part].self, db))
        + (try unreadable(
            "courses of calendar feed", "SELECT id, courses FROM calendar_feed WHERE courses IS NOT NULL", as: [String].self, db
        ))
}
