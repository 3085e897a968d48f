extension Schema {
    /// The tables of calendars, as a migration.
    static let calendars = """
        CREATE TABLE app_password (
            id         TEXT PRIMARY KEY,
            account_id TEXT NOT NULL REFERENCES account (id),
            name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
            hash       TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
            created_at INTEGER NOT NULL,
            used_at    INTEGER
        );
        CREATE INDEX app_password_by_account ON app_password (account_id, created_at, id);
        CREATE TABLE calendar_feed (
            id         TEXT PRIMARY KEY,
            account_id TEXT NOT NULL REFERENCES account (id),
            name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
            hash       TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
            parts      TEXT NOT NULL CHECK (parts <> '[]'),
            courses    TEXT CHECK (courses <> '[]'),
            created_at INTEGER NOT NULL,
            read_at    INTEGER
        );
        CREATE INDEX calendar_feed_by_account ON calendar_feed (account_id, created_at, id);
        CREATE TABLE calendar (
            account_id   TEXT NOT NULL REFERENCES account (id),
            id           TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 200),
            made_at      INTEGER,
            components   TEXT CHECK (components <> '[]'),
            display_name TEXT,
            properties   TEXT NOT NULL DEFAULT '{}',
            objects      INTEGER NOT NULL DEFAULT 0 CHECK (objects >= 0),
            bytes        INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0),
            changed      INTEGER NOT NULL,
            PRIMARY KEY (account_id, id),
            CHECK ((made_at IS NULL) = (components IS NULL)),
            CHECK (made_at IS NULL
                OR (id NOT IN ('classes', 'due', 'study', 'tasks', 'personal') AND substr(id, 1, 7) <> 'import-'))
        );
        CREATE TABLE calendar_state (
            account_id TEXT PRIMARY KEY REFERENCES account (id),
            derived_at INTEGER,
            version    INTEGER NOT NULL CHECK (version >= 0),
            pruned     INTEGER NOT NULL CHECK (pruned >= 0)
        ) WITHOUT ROWID;
        CREATE TABLE calendar_object (
            account_id  TEXT NOT NULL REFERENCES account (id),
            calendar    TEXT NOT NULL,
            name        TEXT NOT NULL,
            uid         TEXT NOT NULL,
            item        TEXT NOT NULL,
            digest      TEXT NOT NULL,
            data_digest TEXT,
            data_etag   TEXT,
            course_id   TEXT REFERENCES course (id),
            event       TEXT,
            first_start INTEGER,
            last_end    INTEGER,
            is_long     INTEGER NOT NULL CHECK (is_long IN (0, 1)),
            sequence    INTEGER NOT NULL CHECK (sequence >= 0),
            created_at  INTEGER NOT NULL,
            modified_at INTEGER NOT NULL,
            changed     INTEGER NOT NULL,
            rev         INTEGER NOT NULL DEFAULT 1 CHECK (rev >= 1),
            removed_at  INTEGER,
            lost        INTEGER NOT NULL DEFAULT 0 CHECK (lost IN (0, 1)),
            data        BLOB,
            PRIMARY KEY (account_id, calendar, name),
            UNIQUE (account_id, item, calendar),
            CHECK ((data IS NULL) = (data_digest IS NULL)),
            CHECK ((data IS NULL) = (data_etag IS NULL)),
            CHECK (length(data) <= 262144 OR substr(calendar, 1, 7) = 'import-'),
            CHECK (event IS NULL OR (data IS NOT NULL AND data_digest = digest)),
            CHECK (removed_at IS NULL OR data IS NULL),
            CHECK (removed_at IS NOT NULL OR lost = 0),
            CHECK (first_start <= last_end),
            CHECK (is_long = 1 OR (first_start IS NOT NULL AND last_end IS NOT NULL AND last_end - first_start <= 2764800))
        );
        CREATE UNIQUE INDEX calendar_object_by_uid ON calendar_object (account_id, calendar, uid) WHERE removed_at IS NULL;
        CREATE INDEX calendar_object_by_change ON calendar_object (account_id, calendar, changed);
        CREATE INDEX calendar_object_by_start ON calendar_object (account_id, calendar, is_long, first_start) WHERE removed_at IS NULL;
        CREATE INDEX calendar_object_personal ON calendar_object (account_id, item) WHERE event IS NOT NULL;
        CREATE INDEX calendar_object_removed ON calendar_object (account_id, removed_at) WHERE removed_at IS NOT NULL;
        CREATE INDEX calendar_object_by_removal ON calendar_object (removed_at) WHERE removed_at IS NOT NULL;
        CREATE TABLE calendar_import (
            id            TEXT PRIMARY KEY,
            account_id    TEXT NOT NULL REFERENCES account (id),
            name          TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
            url           TEXT,
            host          TEXT,
            etag          TEXT,
            last_modified TEXT,
            synced_at     INTEGER,
            error         TEXT,
            next_sync     INTEGER,
            events        INTEGER NOT NULL CHECK (events >= 0),
            busy          INTEGER NOT NULL CHECK (busy IN (0, 1)),
            tasks         INTEGER NOT NULL CHECK (tasks IN (0, 1)),
            created_at    INTEGER NOT NULL,
            rev           INTEGER NOT NULL DEFAULT 1 CHECK (rev >= 1),
            CHECK ((url IS NULL) = (host IS NULL)),
            CHECK ((url IS NULL) = (next_sync IS NULL)),
            CHECK (url IS NOT NULL OR (etag IS NULL AND last_modified IS NULL))
        );
        CREATE INDEX calendar_import_by_account ON calendar_import (account_id, created_at, id);
        CREATE INDEX calendar_import_by_time ON calendar_import (next_sync) WHERE next_sync IS NOT NULL;
        CREATE TABLE import_task (
            import_id  TEXT NOT NULL REFERENCES calendar_import (id),
            uid        TEXT NOT NULL,
            account_id TEXT NOT NULL REFERENCES account (id),
            task_id    TEXT UNIQUE REFERENCES task (id) ON DELETE SET NULL,
            follows    INTEGER NOT NULL CHECK (follows IN (0, 1)),
            PRIMARY KEY (import_id, uid)
        ) WITHOUT ROWID;
        CREATE INDEX import_task_by_account ON import_task (account_id);
        """
}
