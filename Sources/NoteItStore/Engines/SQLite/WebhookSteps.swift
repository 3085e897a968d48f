/// Webhooks, and topics of ntfy, which begin with what comes from now on.
extension Schema {
    static let webhooks = """
        CREATE TABLE webhook (
            id         TEXT PRIMARY KEY,
            account_id TEXT NOT NULL REFERENCES account (id),
            name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
            url        TEXT NOT NULL,
            host       TEXT NOT NULL,
            course_id  TEXT REFERENCES course (id),
            changes    TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            secret     INTEGER NOT NULL DEFAULT 1 CHECK (secret >= 1),
            rotated_at INTEGER,
            epoch      TEXT NOT NULL,
            "offset"   INTEGER NOT NULL,
            tries      INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0),
            failing_at INTEGER,
            next_try   INTEGER,
            fault      TEXT,
            deliveries INTEGER NOT NULL DEFAULT 0,
            CHECK ((tries = 0) = (failing_at IS NULL))
        );
        CREATE INDEX webhook_by_account ON webhook (account_id, created_at, id);
        CREATE INDEX webhook_by_course ON webhook (course_id) WHERE course_id IS NOT NULL;
        CREATE INDEX webhook_failing ON webhook (next_try) WHERE failing_at IS NOT NULL;
        CREATE TABLE webhook_delivery (
            webhook_id   TEXT NOT NULL REFERENCES webhook (id),
            number       INTEGER NOT NULL CHECK (number >= 1),
            message_id   TEXT NOT NULL,
            type         TEXT NOT NULL,
            subject      TEXT,
            tried_at     INTEGER NOT NULL,
            tries        INTEGER NOT NULL CHECK (tries >= 1),
            taken        INTEGER NOT NULL CHECK (taken IN (0, 1)),
            status       INTEGER,
            milliseconds INTEGER NOT NULL,
            fault        TEXT,
            PRIMARY KEY (webhook_id, number),
            UNIQUE (webhook_id, message_id)
        ) WITHOUT ROWID;
        CREATE TABLE ntfy_topic (
            account_id TEXT PRIMARY KEY REFERENCES account (id),
            url        TEXT NOT NULL,
            host       TEXT NOT NULL,
            settings   TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            sent_at    INTEGER,
            fault      TEXT
        ) WITHOUT ROWID;
        INSERT INTO delivery_log SELECT 'ntfy', head, '' FROM log_head WHERE id = 1;
        """
}
