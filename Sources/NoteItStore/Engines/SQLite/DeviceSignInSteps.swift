/// Sign-ins of devices through a browser.
extension Schema {
    static let deviceSignIns = """
        CREATE TABLE device_sign_in (
            device_hash TEXT PRIMARY KEY CHECK (length(device_hash) = 64),
            user_hash   TEXT NOT NULL UNIQUE CHECK (length(user_hash) = 64),
            device      TEXT,
            address     TEXT NOT NULL,
            created_at  INTEGER NOT NULL,
            expires_at  INTEGER NOT NULL,
            polled_at   INTEGER,
            pause       INTEGER NOT NULL CHECK (pause > 0),
            answer      TEXT CHECK (answer IN ('approved', 'refused')),
            account_id  TEXT REFERENCES account (id),
            session_id  TEXT,
            CHECK ((COALESCE(answer, '') = 'approved') = (account_id IS NOT NULL)),
            CHECK ((account_id IS NULL) = (session_id IS NULL))
        ) WITHOUT ROWID;
        CREATE INDEX device_sign_in_by_end ON device_sign_in (expires_at);
        CREATE INDEX device_sign_in_by_account ON device_sign_in (account_id) WHERE account_id IS NOT NULL;
        """
}
