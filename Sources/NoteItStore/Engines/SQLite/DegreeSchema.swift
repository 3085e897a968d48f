extension Schema {
    /// The tables of degrees, as a migration. The courses of the stored terms are its first catalog.
    static let degrees = """
        CREATE TABLE degree_catalog (
            id      INTEGER PRIMARY KEY CHECK (id = 1),
            version INTEGER NOT NULL
        );
        INSERT INTO degree_catalog VALUES (1, 1);
        CREATE TABLE course_listing (
            code          TEXT PRIMARY KEY,
            title         TEXT NOT NULL,
            description   TEXT NOT NULL,
            credits       TEXT,
            level         TEXT NOT NULL,
            attributes    TEXT NOT NULL,
            offered       TEXT,
            requirements  TEXT NOT NULL,
            prerequisites TEXT NOT NULL,
            corequisites  TEXT NOT NULL,
            exclusions    TEXT NOT NULL
        );
        CREATE TABLE programme (
            id         TEXT PRIMARY KEY,
            name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
            definition TEXT NOT NULL
        );
        CREATE TABLE academic_record (
            account_id TEXT PRIMARY KEY REFERENCES account (id),
            items      TEXT NOT NULL,
            rev        INTEGER NOT NULL CHECK (rev >= 1)
        );
        CREATE TABLE degree_plan (
            id               TEXT PRIMARY KEY,
            account_id       TEXT NOT NULL REFERENCES account (id),
            name             TEXT NOT NULL,
            programme_id     TEXT REFERENCES programme (id),
            terms            TEXT NOT NULL,
            credits_per_term TEXT,
            accepted         TEXT NOT NULL,
            shared           INTEGER NOT NULL CHECK (shared IN (0, 1)),
            approved_by      TEXT REFERENCES account (id),
            approved_at      INTEGER,
            lost_by          TEXT REFERENCES account (id),
            lost_at          INTEGER,
            last_reply       INTEGER NOT NULL DEFAULT 0,
            reply_count      INTEGER NOT NULL DEFAULT 0 CHECK (reply_count >= 0),
            created_at       INTEGER NOT NULL,
            edited_at        INTEGER,
            rev              INTEGER NOT NULL DEFAULT 1 CHECK (rev >= 1),
            deleted_at       INTEGER,
            CHECK (length(name) <= 200),
            CHECK ((deleted_at IS NULL) = (name <> '')),
            CHECK (deleted_at IS NULL OR (shared = 0 AND programme_id IS NULL AND terms = '[]' AND accepted = '[]'
                AND credits_per_term IS NULL AND approved_by IS NULL AND lost_by IS NULL AND reply_count = 0)),
            CHECK ((approved_by IS NULL) = (approved_at IS NULL)),
            CHECK ((lost_by IS NULL) = (lost_at IS NULL)),
            CHECK (approved_by <> account_id),
            CHECK (lost_by <> account_id)
        );
        CREATE INDEX degree_plan_by_account ON degree_plan (account_id, created_at, id) WHERE deleted_at IS NULL;
        CREATE INDEX degree_plan_by_approver ON degree_plan (approved_by) WHERE approved_by IS NOT NULL;
        CREATE INDEX degree_plan_by_lost_approver ON degree_plan (lost_by) WHERE lost_by IS NOT NULL;
        CREATE TABLE plan_follower (
            plan_id    TEXT NOT NULL REFERENCES degree_plan (id),
            account_id TEXT NOT NULL REFERENCES account (id),
            PRIMARY KEY (plan_id, account_id)
        ) WITHOUT ROWID;
        CREATE INDEX plan_follower_by_account ON plan_follower (account_id, plan_id);
        CREATE TABLE plan_reply (
            id         TEXT PRIMARY KEY,
            plan_id    TEXT NOT NULL REFERENCES degree_plan (id),
            number     INTEGER NOT NULL,
            parent_id  TEXT REFERENCES plan_reply (id),
            author_id  TEXT NOT NULL REFERENCES account (id),
            body       TEXT NOT NULL CHECK (length(body) <= 20000),
            created_at INTEGER NOT NULL,
            edited_at  INTEGER,
            rev        INTEGER NOT NULL DEFAULT 1 CHECK (rev >= 1),
            deleted_at INTEGER,
            UNIQUE (plan_id, number),
            CHECK ((deleted_at IS NULL) = (body <> ''))
        );
        CREATE INDEX plan_reply_by_author ON plan_reply (author_id, id) WHERE deleted_at IS NULL;
        ALTER TABLE notification ADD COLUMN plan_id TEXT REFERENCES degree_plan (id);
        ALTER TABLE notification ADD COLUMN plan_reply_id TEXT REFERENCES plan_reply (id);
        CREATE INDEX notification_by_plan ON notification (plan_id, account_id) WHERE plan_id IS NOT NULL;
        CREATE INDEX notification_by_plan_reply ON notification (plan_reply_id) WHERE plan_reply_id IS NOT NULL;
        """
}
