extension Schema {
    /// Mail begins with what comes from now on.
    static let mail = """
        CREATE TABLE mail_settings (
            account_id   TEXT PRIMARY KEY REFERENCES account (id),
            settings     TEXT NOT NULL,
            digest_since INTEGER,
            next_digest  INTEGER,
            CHECK ((digest_since IS NULL) = (next_digest IS NULL))
        ) WITHOUT ROWID;
        CREATE INDEX mail_settings_by_digest ON mail_settings (next_digest) WHERE next_digest IS NOT NULL;
        CREATE TABLE delivery (
            id         TEXT PRIMARY KEY,
            channel    TEXT NOT NULL,
            account_id TEXT NOT NULL REFERENCES account (id),
            target     TEXT NOT NULL DEFAULT '',
            kind       TEXT NOT NULL,
            subject    TEXT NOT NULL,
            event_id   TEXT REFERENCES event (id),
            message_id TEXT NOT NULL UNIQUE,
            created_at INTEGER NOT NULL,
            tries      INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0),
            next_try   INTEGER,
            outcome    TEXT CHECK (outcome IN ('sent', 'dropped', 'failed')),
            fault      TEXT,
            UNIQUE (account_id, channel, target, kind, subject),
            CHECK ((next_try IS NULL) = (outcome IS NOT NULL))
        ) WITHOUT ROWID;
        CREATE INDEX delivery_waiting ON delivery (channel, next_try, id) WHERE next_try IS NOT NULL;
        CREATE INDEX delivery_by_event ON delivery (event_id, account_id) WHERE event_id IS NOT NULL;
        CREATE TABLE delivery_log (
            channel  TEXT PRIMARY KEY,
            "offset" INTEGER NOT NULL,
            reader   TEXT NOT NULL DEFAULT ''
        ) WITHOUT ROWID;
        INSERT INTO delivery_log SELECT 'mail', head, '' FROM log_head WHERE id = 1;
        CREATE TABLE mail_key (
            id  INTEGER PRIMARY KEY CHECK (id = 1),
            key TEXT NOT NULL
        );
        """
}
