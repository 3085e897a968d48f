extension Schema {
    /// A person's mark that an event is done, and the kind `assignment`. SQLite cannot change a CHECK, so the column `kind` is
    /// written again.
    static let doneMarks = """
        ALTER TABLE event_mark ADD COLUMN done INTEGER NOT NULL DEFAULT 0 CHECK (done IN (0, 1));
        CREATE INDEX event_mark_done ON event_mark (event_id) WHERE done = 1;
        DROP INDEX event_by_kind;
        DROP INDEX event_by_openness;
        ALTER TABLE event RENAME COLUMN kind TO old_kind;
        ALTER TABLE event ADD COLUMN kind TEXT NOT NULL DEFAULT 'note'
            CHECK (kind IN ('note', 'question', 'reminder', 'exam', 'notice', 'assignment'));
        UPDATE event SET kind = old_kind;
        ALTER TABLE event DROP COLUMN old_kind;
        CREATE INDEX event_by_kind ON event (course_id, kind, due_day IS NULL, due_day, due, number) WHERE deleted_at IS NULL;
        CREATE INDEX event_by_openness ON event (course_id, kind, due_day IS NULL, due_day, due, number)
            WHERE deleted_at IS NULL AND kind = 'question' AND accepted_id IS NULL AND endorsed_id IS NULL;
        ALTER TABLE study_rule RENAME TO old_study_rule;
        DROP INDEX study_rule_by_course;
        CREATE TABLE study_rule (
            account_id TEXT NOT NULL REFERENCES account (id),
            course_id  TEXT NOT NULL REFERENCES course (id),
            kind       TEXT NOT NULL CHECK (kind IN ('note', 'question', 'reminder', 'exam', 'notice', 'assignment')),
            position   INTEGER NOT NULL,
            minutes    INTEGER NOT NULL CHECK (minutes BETWEEN 1 AND 100000),
            PRIMARY KEY (account_id, course_id, kind)
        ) WITHOUT ROWID;
        INSERT INTO study_rule (account_id, course_id, kind, position, minutes)
        SELECT account_id, course_id, kind, position, minutes FROM old_study_rule;
        DROP TABLE old_study_rule;
        CREATE INDEX study_rule_by_course ON study_rule (course_id);
        """
}
