extension Schema {
    /// Push begins with what comes from now on.
    static let push = """
        CREATE TABLE push_device (
            id         TEXT PRIMARY KEY,
            account_id TEXT NOT NULL REFERENCES account (id),
            session_id TEXT NOT NULL REFERENCES session (id),
            name       TEXT NOT NULL,
            endpoint   TEXT NOT NULL UNIQUE,
            host       TEXT NOT NULL,
            public_key TEXT NOT NULL,
            secret     TEXT NOT NULL,
            settings   TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            sent_at    INTEGER,
            fault      TEXT
        );
        CREATE INDEX push_device_by_account ON push_device (account_id, created_at, id);
        CREATE INDEX push_device_by_session ON push_device (session_id);
        INSERT INTO delivery_log SELECT 'push', head, '' FROM log_head WHERE id = 1;
        CREATE TABLE push_key (
            id  INTEGER PRIMARY KEY CHECK (id = 1),
            key TEXT NOT NULL
        );
        """
}
