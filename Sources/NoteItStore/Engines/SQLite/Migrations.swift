extension Schema {
    /// Newest last. A released migration never changes.
    static let migrations = [
        timetables, seatWatches, pagesInOrder, holidays, community, staff, search, attachments, inbox, questions,
        searchNewestFirst, datedMoments, numberedReplies, logWithoutContent, accountCare, study, degrees,
        calendars, ways, doneMarks, calendarCare, courseStaff, folders, searchSeparated,
        studyWaiting, membership, formerHandles, sectionCredits, news, catalogCorrections, partlyUnderstood,
        zonesOfRepeatingTasks, calendarsPruned,
    ]

    private static let timetables = """
        CREATE TABLE course_grade (
            subject    TEXT NOT NULL,
            number     TEXT NOT NULL,
            instructor TEXT NOT NULL,
            average    INTEGER NOT NULL CHECK (average BETWEEN 0 AND 500),
            PRIMARY KEY (subject, number, instructor)
        ) WITHOUT ROWID;
        CREATE TABLE section_score (
            section_id TEXT PRIMARY KEY REFERENCES section (id),
            rating     INTEGER CHECK (rating BETWEEN 0 AND 500),
            grade      INTEGER CHECK (grade BETWEEN 0 AND 500)
        ) WITHOUT ROWID;
        CREATE TABLE schedule (
            id         TEXT PRIMARY KEY,
            account_id TEXT NOT NULL REFERENCES account (id),
            term_id    TEXT NOT NULL REFERENCES term (id),
            name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
            shared     INTEGER NOT NULL CHECK (shared IN (0, 1)),
            created_at INTEGER NOT NULL,
            edited_at  INTEGER,
            rev        INTEGER NOT NULL DEFAULT 1 CHECK (rev >= 1)
        );
        CREATE INDEX schedule_by_account ON schedule (account_id, created_at);
        CREATE TABLE schedule_section (
            schedule_id TEXT NOT NULL REFERENCES schedule (id) ON DELETE CASCADE,
            position    INTEGER NOT NULL,
            section_id  TEXT NOT NULL REFERENCES section (id),
            PRIMARY KEY (schedule_id, position),
            UNIQUE (schedule_id, section_id)
        ) WITHOUT ROWID;
        """

    private static let seatWatches = """
        CREATE TABLE seat_watch (
            account_id TEXT NOT NULL REFERENCES account (id),
            section_id TEXT NOT NULL REFERENCES section (id),
            since      INTEGER NOT NULL,
            state      TEXT NOT NULL CHECK (state IN ('unknown', 'full', 'few', 'open')),
            PRIMARY KEY (account_id, section_id)
        ) WITHOUT ROWID;
        CREATE INDEX seat_watch_by_section ON seat_watch (section_id);
        CREATE TABLE notification (
            id           TEXT PRIMARY KEY,
            account_id   TEXT NOT NULL REFERENCES account (id),
            kind         TEXT NOT NULL,
            course_id    TEXT REFERENCES course (id),
            section_id   TEXT REFERENCES section (id),
            section_code TEXT,
            capacity     INTEGER,
            enrolled     INTEGER,
            created_at   INTEGER NOT NULL,
            read_at      INTEGER,
            CHECK ((section_id IS NULL) = (section_code IS NULL))
        );
        CREATE INDEX notification_by_account ON notification (account_id, created_at, id);
        """

    private static let pagesInOrder = """
        DROP INDEX event_by_due;
        CREATE INDEX event_by_due ON event (course_id, due_day IS NULL, due_day, due, number) WHERE deleted_at IS NULL;
        """

    private static let holidays = """
        CREATE TABLE holiday (
            term_id TEXT NOT NULL REFERENCES term (id),
            day     TEXT NOT NULL,
            name    TEXT NOT NULL,
            PRIMARY KEY (term_id, day)
        ) WITHOUT ROWID;
        """

    private static let community = """
        ALTER TABLE account ADD COLUMN handle TEXT;
        CREATE UNIQUE INDEX account_by_handle ON account (handle);
        ALTER TABLE event ADD COLUMN alias TEXT;
        ALTER TABLE event ADD COLUMN accepted_id TEXT REFERENCES reply (id);
        ALTER TABLE event ADD COLUMN endorsed_id TEXT REFERENCES reply (id);
        ALTER TABLE event ADD COLUMN me_too INTEGER NOT NULL DEFAULT 0 CHECK (me_too >= 0);
        ALTER TABLE event ADD COLUMN must_read INTEGER NOT NULL DEFAULT 0 CHECK (must_read IN (0, 1));
        ALTER TABLE reply ADD COLUMN alias TEXT;
        CREATE TABLE event_mark (
            account_id TEXT NOT NULL REFERENCES account (id),
            event_id   TEXT NOT NULL REFERENCES event (id),
            seen       INTEGER NOT NULL CHECK (seen >= 0),
            me_too     INTEGER NOT NULL CHECK (me_too IN (0, 1)),
            following  INTEGER NOT NULL CHECK (following IN (0, 1)),
            muted      INTEGER NOT NULL CHECK (muted IN (0, 1)),
            PRIMARY KEY (account_id, event_id)
        ) WITHOUT ROWID;
        CREATE INDEX event_mark_by_event ON event_mark (event_id);
        CREATE TABLE preference (
            account_id TEXT PRIMARY KEY REFERENCES account (id),
            reminders  TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE muted_course (
            account_id TEXT NOT NULL REFERENCES account (id),
            course_id  TEXT NOT NULL REFERENCES course (id),
            PRIMARY KEY (account_id, course_id)
        ) WITHOUT ROWID;
        ALTER TABLE notification ADD COLUMN event_id TEXT REFERENCES event (id);
        ALTER TABLE notification ADD COLUMN reply_id TEXT REFERENCES reply (id);
        ALTER TABLE notification ADD COLUMN text TEXT;
        ALTER TABLE notification ADD COLUMN minutes INTEGER;
        CREATE INDEX notification_by_event ON notification (event_id) WHERE event_id IS NOT NULL;
        ALTER TABLE log ADD COLUMN staff_author TEXT;
        ALTER TABLE log DROP COLUMN author_email;
        \(newSnapshots)
        """

    private static let attachments = """
        CREATE TABLE attachment (
            id         TEXT PRIMARY KEY,
            account_id TEXT NOT NULL REFERENCES account (id),
            name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
            size       INTEGER NOT NULL CHECK (size > 0),
            media_type TEXT NOT NULL,
            sha256     TEXT NOT NULL CHECK (length(sha256) = 64),
            created_at INTEGER NOT NULL,
            event_id   TEXT REFERENCES event (id),
            reply_id   TEXT REFERENCES reply (id),
            position   INTEGER,
            free_since INTEGER,
            CHECK ((event_id IS NOT NULL) + (reply_id IS NOT NULL) + (free_since IS NOT NULL) = 1),
            CHECK ((position IS NULL) = (free_since IS NOT NULL))
        );
        CREATE INDEX attachment_by_account ON attachment (account_id);
        CREATE INDEX attachment_by_hash ON attachment (sha256);
        CREATE INDEX attachment_by_event ON attachment (event_id) WHERE event_id IS NOT NULL;
        CREATE INDEX attachment_by_reply ON attachment (reply_id) WHERE reply_id IS NOT NULL;
        CREATE INDEX attachment_free ON attachment (free_since) WHERE free_since IS NOT NULL;
        """

    private static let inbox = """
        CREATE TABLE notice (
            event_id TEXT PRIMARY KEY REFERENCES event (id),
            sending  TEXT,
            activity INTEGER NOT NULL CHECK (activity >= 1)
        ) WITHOUT ROWID;
        CREATE INDEX notice_by_sending ON notice (sending) WHERE sending IS NOT NULL;
        CREATE TABLE due_reminder (
            event_id TEXT NOT NULL REFERENCES event (id),
            due      INTEGER NOT NULL,
            minutes  INTEGER NOT NULL,
            PRIMARY KEY (event_id, due, minutes)
        ) WITHOUT ROWID;
        CREATE INDEX event_by_moment ON event (due) WHERE deleted_at IS NULL;
        CREATE INDEX reply_by_event_and_author ON reply (event_id, author_id) WHERE deleted_at IS NULL;
        CREATE INDEX event_mark_following ON event_mark (event_id) WHERE following = 1;
        CREATE INDEX event_mark_muted ON event_mark (event_id) WHERE muted = 1;
        CREATE INDEX muted_course_by_course ON muted_course (course_id);
        DROP INDEX notification_by_event;
        CREATE INDEX notification_by_event ON notification (event_id, account_id) WHERE event_id IS NOT NULL;
        """

    private static let datedMoments = """
        DROP INDEX event_by_moment;
        CREATE INDEX event_by_moment ON event (due) WHERE deleted_at IS NULL AND due IS NOT NULL;
        """

    /// Removals and reports name replies by number: everyone takes a new snapshot.
    private static let numberedReplies = newSnapshots

    /// The form of the log changes: everyone takes a new snapshot.
    static let newSnapshots = """
        DELETE FROM log_topic;
        DELETE FROM log;
        DELETE FROM former_enrollment;
        UPDATE log_head SET pruned = head, epoch = lower(hex(randomblob(4)));
        """

    /// Also moves due dates to days whose year has four digits in every time zone.
    private static let accountCare = """
        ALTER TABLE account ADD COLUMN suspended_at INTEGER;
        CREATE TABLE password_reset (
            account_id TEXT PRIMARY KEY REFERENCES account (id),
            code_hash  TEXT NOT NULL,
            expires_at INTEGER NOT NULL
        ) WITHOUT ROWID;
        UPDATE event SET due = 253402214399, due_day = '9999-12-30' WHERE due > 253402214399;
        UPDATE event SET due = -62135510400, due_day = '0001-01-02' WHERE due < -62135510400;
        """

    /// The log has no content: everyone takes a new snapshot. A person may be both staff and a student of a section.
    private static let logWithoutContent = """
        \(newSnapshots)
        DROP TABLE log_topic;
        DROP TABLE log;
        CREATE TABLE log (
            "offset"   INTEGER PRIMARY KEY,
            written_at INTEGER NOT NULL,
            op         TEXT NOT NULL CHECK (op IN ('changed', 'scopeGranted', 'scopeRevoked', 'signedOut')),
            type       TEXT NOT NULL,
            subject    TEXT NOT NULL,
            course_id  TEXT,
            section_id TEXT,
            follows    INTEGER NOT NULL CHECK (follows IN (0, 1)),
            after      TEXT NOT NULL,
            before     TEXT
        );
        CREATE INDEX log_moved ON log (subject, "offset") WHERE before IS NOT NULL;
        CREATE TABLE log_topic (
            topic    TEXT NOT NULL,
            "offset" INTEGER NOT NULL REFERENCES log ("offset"),
            PRIMARY KEY (topic, "offset")
        ) WITHOUT ROWID;
        ALTER TABLE enrollment RENAME TO old_enrollment;
        DROP INDEX enrollment_by_course;
        CREATE TABLE enrollment (
            account_id TEXT NOT NULL REFERENCES account (id),
            scope      TEXT NOT NULL,
            course_id  TEXT NOT NULL REFERENCES course (id),
            section_id TEXT REFERENCES section (id),
            role       TEXT NOT NULL CHECK (role IN ('student', 'staff')),
            since      INTEGER NOT NULL,
            granted_at INTEGER NOT NULL,
            PRIMARY KEY (account_id, scope, role),
            CHECK (scope = COALESCE(section_id, course_id)),
            CHECK (role = 'staff' OR section_id IS NOT NULL)
        );
        INSERT INTO enrollment (account_id, scope, course_id, section_id, role, since, granted_at)
        SELECT account_id, scope, course_id, section_id, role, since, granted_at FROM old_enrollment;
        DROP TABLE old_enrollment;
        CREATE INDEX enrollment_by_course ON enrollment (course_id, account_id);
        CREATE TABLE broadcast (
            id         TEXT PRIMARY KEY,
            event_id   TEXT NOT NULL REFERENCES event (id),
            course_id  TEXT NOT NULL REFERENCES course (id),
            "offset"   INTEGER NOT NULL,
            topics     TEXT NOT NULL,
            told       TEXT NOT NULL,
            created_at INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX broadcast_by_event ON broadcast (event_id);
        CREATE INDEX broadcast_by_course ON broadcast (course_id);
        CREATE TABLE broadcast_receipt (
            account_id   TEXT NOT NULL REFERENCES account (id),
            broadcast_id TEXT NOT NULL REFERENCES broadcast (id),
            read_at      INTEGER,
            PRIMARY KEY (account_id, broadcast_id)
        ) WITHOUT ROWID;
        CREATE INDEX broadcast_receipt_by_broadcast ON broadcast_receipt (broadcast_id);
        CREATE TABLE former_handle (handle TEXT PRIMARY KEY) WITHOUT ROWID;
        CREATE INDEX notification_by_reply ON notification (reply_id) WHERE reply_id IS NOT NULL;
        """

    private static let questions = """
        ALTER TABLE event_mark ADD COLUMN alias TEXT;
        """

    private static let staff = """
        CREATE TABLE verified_email (
            account_id  TEXT PRIMARY KEY REFERENCES account (id),
            verified_at INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE instructor_email (
            term_id    TEXT NOT NULL REFERENCES term (id),
            instructor TEXT NOT NULL,
            crn        TEXT NOT NULL,
            email_key  TEXT NOT NULL,
            PRIMARY KEY (term_id, instructor, crn, email_key),
            CHECK ((instructor = '') <> (crn = ''))
        ) WITHOUT ROWID;
        CREATE TABLE instructor_claim (
            account_id TEXT NOT NULL REFERENCES account (id),
            section_id TEXT NOT NULL REFERENCES section (id),
            given      INTEGER NOT NULL CHECK (given IN (0, 1)),
            PRIMARY KEY (account_id, section_id)
        ) WITHOUT ROWID;
        CREATE TABLE removal (
            event_id  TEXT NOT NULL REFERENCES event (id),
            reply_id  TEXT REFERENCES reply (id),
            course_id TEXT NOT NULL REFERENCES course (id)
        );
        CREATE UNIQUE INDEX removal_by_event ON removal (event_id, COALESCE(reply_id, ''));
        CREATE INDEX removal_by_course ON removal (course_id);
        CREATE TABLE report (
            position    INTEGER PRIMARY KEY,
            id          TEXT NOT NULL UNIQUE,
            event_id    TEXT NOT NULL REFERENCES event (id),
            reply_id    TEXT REFERENCES reply (id),
            course_id   TEXT NOT NULL REFERENCES course (id),
            reporter_id TEXT NOT NULL REFERENCES account (id),
            reason      TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 1000),
            created_at  INTEGER NOT NULL,
            resolved_at INTEGER,
            resolved_by TEXT REFERENCES account (id),
            CHECK ((resolved_at IS NULL) = (resolved_by IS NULL))
        );
        CREATE UNIQUE INDEX report_open ON report (event_id, COALESCE(reply_id, ''), reporter_id) WHERE resolved_at IS NULL;
        CREATE INDEX report_by_course ON report (course_id, position);
        CREATE TABLE audit (
            number    INTEGER PRIMARY KEY,
            at        INTEGER NOT NULL,
            action    TEXT NOT NULL,
            actor_id  TEXT REFERENCES account (id),
            subject   TEXT,
            course_id TEXT REFERENCES course (id),
            detail    TEXT
        );
        CREATE TRIGGER audit_in_order BEFORE INSERT ON audit
        WHEN NEW.number <> (SELECT COALESCE(max(number), 0) + 1 FROM audit)
        BEGIN SELECT RAISE(ABORT, 'the audit log is written in order'); END;
        CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit
        BEGIN SELECT RAISE(ABORT, 'the audit log is not changed'); END;
        CREATE TRIGGER audit_kept BEFORE DELETE ON audit
        BEGIN SELECT RAISE(ABORT, 'the audit log is not shortened'); END;
        """

    /// The plans of people are made from now on: earlier rows of the log concern none.
    private static let study = """
        CREATE INDEX event_private ON event (author_id, course_id) WHERE deleted_at IS NULL AND visibility = 'private';
        CREATE TABLE task (
            id         TEXT PRIMARY KEY,
            account_id TEXT NOT NULL REFERENCES account (id),
            title      TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
            notes      TEXT NOT NULL CHECK (length(notes) <= 5000),
            kind       TEXT NOT NULL CHECK (kind IN ('fixed', 'flexible')),
            starts_at  INTEGER,
            ends_at    INTEGER,
            rule       TEXT,
            exceptions TEXT,
            minutes    INTEGER CHECK (minutes BETWEEN 1 AND 100000),
            earliest   INTEGER,
            deadline   INTEGER,
            priority   TEXT NOT NULL CHECK (priority IN ('high', 'medium', 'low')),
            spaced     INTEGER CHECK (spaced BETWEEN 1 AND 366),
            course_id  TEXT REFERENCES course (id),
            event_id   TEXT REFERENCES event (id),
            by_rule    INTEGER NOT NULL DEFAULT 0 CHECK (by_rule IN (0, 1)),
            done_at    INTEGER,
            created_at INTEGER NOT NULL,
            edited_at  INTEGER,
            rev        INTEGER NOT NULL DEFAULT 1 CHECK (rev >= 1),
            CHECK ((kind = 'fixed') = (starts_at IS NOT NULL)),
            CHECK ((starts_at IS NULL) = (ends_at IS NULL)),
            CHECK (starts_at < ends_at),
            CHECK ((kind = 'flexible') = (minutes IS NOT NULL)),
            CHECK (kind = 'fixed' OR rule IS NULL),
            CHECK (kind = 'flexible' OR (earliest IS NULL AND deadline IS NULL AND spaced IS NULL AND event_id IS NULL)),
            CHECK ((rule IS NULL) = (exceptions IS NULL)),
            CHECK (by_rule = 0 OR event_id IS NOT NULL)
        );
        CREATE INDEX task_by_account ON task (account_id, created_at, id);
        CREATE INDEX task_by_event ON task (event_id) WHERE event_id IS NOT NULL;
        CREATE TABLE task_after (
            task_id  TEXT NOT NULL REFERENCES task (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            after_id TEXT NOT NULL REFERENCES task (id),
            PRIMARY KEY (task_id, position),
            UNIQUE (task_id, after_id),
            CHECK (task_id <> after_id)
        ) WITHOUT ROWID;
        CREATE INDEX task_after_by_other ON task_after (after_id);
        CREATE TABLE study_settings (
            account_id TEXT PRIMARY KEY REFERENCES account (id),
            settings   TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE study_rule (
            account_id TEXT NOT NULL REFERENCES account (id),
            course_id  TEXT NOT NULL REFERENCES course (id),
            kind       TEXT NOT NULL CHECK (kind IN ('note', 'question', 'reminder', 'exam', 'notice')),
            position   INTEGER NOT NULL,
            minutes    INTEGER NOT NULL CHECK (minutes BETWEEN 1 AND 100000),
            PRIMARY KEY (account_id, course_id, kind)
        ) WITHOUT ROWID;
        CREATE INDEX study_rule_by_course ON study_rule (course_id);
        CREATE TABLE study_rule_event (
            account_id TEXT NOT NULL REFERENCES account (id),
            event_id   TEXT NOT NULL REFERENCES event (id),
            PRIMARY KEY (account_id, event_id)
        ) WITHOUT ROWID;
        CREATE TABLE study_state (
            account_id TEXT PRIMARY KEY REFERENCES account (id),
            version    INTEGER NOT NULL CHECK (version >= 1)
        ) WITHOUT ROWID;
        CREATE TABLE study_plan (
            account_id TEXT PRIMARY KEY REFERENCES account (id),
            digest     TEXT NOT NULL,
            expires_at INTEGER NOT NULL,
            shown      TEXT NOT NULL,
            result     TEXT NOT NULL
        );
        CREATE INDEX study_plan_by_expiry ON study_plan (expires_at);
        CREATE TABLE study_block (
            account_id     TEXT NOT NULL REFERENCES account (id),
            id             TEXT NOT NULL,
            kind           TEXT NOT NULL CHECK (kind IN ('study', 'break')),
            task_id        TEXT REFERENCES task (id) ON DELETE SET NULL,
            starts_at      INTEGER NOT NULL,
            ends_at        INTEGER NOT NULL,
            pinned         INTEGER NOT NULL CHECK (pinned IN (0, 1)),
            done           INTEGER NOT NULL CHECK (done IN (0, 1)),
            missed         INTEGER NOT NULL CHECK (missed IN (0, 1)),
            start_alert_at INTEGER,
            end_alert_at   INTEGER,
            PRIMARY KEY (account_id, id),
            CHECK (starts_at < ends_at),
            CHECK (done = 0 OR missed = 0)
        ) WITHOUT ROWID;
        CREATE INDEX study_block_by_start ON study_block (account_id, starts_at);
        CREATE INDEX study_block_by_task ON study_block (task_id) WHERE task_id IS NOT NULL;
        CREATE INDEX study_block_starting ON study_block (start_alert_at) WHERE start_alert_at IS NOT NULL;
        CREATE INDEX study_block_ending ON study_block (end_alert_at) WHERE end_alert_at IS NOT NULL;
        CREATE TABLE study_record (
            id         TEXT PRIMARY KEY,
            account_id TEXT NOT NULL REFERENCES account (id),
            task_id    TEXT REFERENCES task (id) ON DELETE SET NULL,
            block_id   TEXT,
            course_id  TEXT REFERENCES course (id),
            title      TEXT NOT NULL,
            started_at INTEGER NOT NULL,
            minutes    INTEGER NOT NULL CHECK (minutes BETWEEN 1 AND 100000)
        );
        CREATE INDEX study_record_by_account ON study_record (account_id, started_at);
        CREATE INDEX study_record_by_task ON study_record (task_id) WHERE task_id IS NOT NULL;
        CREATE UNIQUE INDEX study_record_by_block ON study_record (account_id, block_id) WHERE block_id IS NOT NULL;
        CREATE TABLE study_alert (
            account_id TEXT NOT NULL REFERENCES account (id),
            block_id   TEXT NOT NULL,
            kind       TEXT NOT NULL CHECK (kind IN ('studyStarts', 'studyEnds')),
            ends_at    INTEGER NOT NULL,
            PRIMARY KEY (account_id, block_id, kind)
        ) WITHOUT ROWID;
        CREATE INDEX study_alert_by_end ON study_alert (ends_at);
        CREATE TABLE study_pending (account_id TEXT PRIMARY KEY REFERENCES account (id)) WITHOUT ROWID;
        CREATE TABLE study_log (
            id       INTEGER PRIMARY KEY CHECK (id = 1),
            "offset" INTEGER NOT NULL
        );
        INSERT INTO study_log SELECT 1, head FROM log_head;
        ALTER TABLE notification ADD COLUMN task_id TEXT REFERENCES task (id);
        CREATE INDEX notification_by_task ON notification (task_id) WHERE task_id IS NOT NULL;
        """

    /// Each post shows whether its author is staff.
    private static let courseStaff =
        "CREATE INDEX enrollment_of_staff ON enrollment (course_id, account_id) WHERE role = 'staff'"
}
