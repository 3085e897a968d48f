/// Steps that came after folders, as migrations.
extension Schema {
    /// A task that got no block goes to the front, also on a day that another plan is made for.
    static let studyWaiting = "ALTER TABLE study_plan ADD COLUMN waiting TEXT NOT NULL DEFAULT '{}'"

    /// `FormerHandles.bringUp` then hashes the handles.
    static let formerHandles = """
        ALTER TABLE former_handle RENAME COLUMN handle TO hash;
        CREATE TABLE handle_key (
            id  INTEGER PRIMARY KEY CHECK (id = 1),
            key TEXT NOT NULL
        );
        """

    static let sectionCredits = """
        ALTER TABLE section ADD COLUMN credits TEXT;
        ALTER TABLE section ADD COLUMN campus TEXT NOT NULL DEFAULT '';
        """

    /// What is still new of an event, whether it is pinned, and who follows a course. Events say more: everyone takes a new snapshot.
    static let news = """
        ALTER TABLE event ADD COLUMN edit_reply INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE event ADD COLUMN newest_reply INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE event ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1));
        CREATE INDEX event_pinned ON event (course_id) WHERE pinned = 1;
        UPDATE event SET edit_reply = COALESCE(
            (SELECT max(r.number) FROM reply r WHERE r.event_id = event.id AND r.created_at <= event.edited_at), 0);
        UPDATE event SET newest_reply = COALESCE(
            (SELECT max(r.number) FROM reply r
                WHERE r.event_id = event.id AND r.deleted_at IS NULL AND r.number > event.edit_reply), edit_reply);
        CREATE TABLE follow (
            account_id TEXT NOT NULL REFERENCES account (id),
            course_id  TEXT NOT NULL REFERENCES course (id),
            kind       TEXT NOT NULL CHECK (kind IN ('', 'note', 'question', 'reminder', 'exam', 'notice', 'assignment')),
            tag        TEXT NOT NULL,
            PRIMARY KEY (account_id, course_id, kind, tag)
        ) WITHOUT ROWID;
        CREATE INDEX follow_by_course ON follow (course_id);
        \(newSnapshots)
        """

    /// Each calendar forgets its own removals.
    static let calendarsPruned =
        "ALTER TABLE calendar ADD COLUMN pruned INTEGER NOT NULL DEFAULT 0 CHECK (pruned >= 0)"

    /// To-dos and calendars of other programs say more than is understood.
    static let partlyUnderstood = """
        ALTER TABLE task ADD COLUMN calendar_only TEXT;
        ALTER TABLE calendar_import ADD COLUMN left_out TEXT;
        """

    /// Tasks of people who never set a zone repeated in UTC. From now on these people have the zone of the term.
    static let zonesOfRepeatingTasks = """
        INSERT INTO study_settings (account_id, settings)
        SELECT a.id, '{"timeZone":"UTC"}' FROM account a
        WHERE EXISTS (SELECT 1 FROM task t WHERE t.account_id = a.id AND t.rule IS NOT NULL)
            AND NOT EXISTS (SELECT 1 FROM study_settings s WHERE s.account_id = a.id);
        """
}
