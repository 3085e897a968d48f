/// Tokens of scripts, and second factors.
extension Schema {
    static let door = """
        CREATE TABLE api_token (
            id         TEXT PRIMARY KEY,
            account_id TEXT NOT NULL REFERENCES account (id),
            name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
            hash       TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
            scope      TEXT NOT NULL,
            course_id  TEXT REFERENCES course (id),
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            used_at    INTEGER
        );
        CREATE INDEX api_token_by_account ON api_token (account_id, created_at, id);
        CREATE TABLE second_factor (
            id         TEXT PRIMARY KEY,
            account_id TEXT NOT NULL REFERENCES account (id),
            kind       TEXT NOT NULL,
            name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
            secret     TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            used_at    INTEGER,
            last_step  INTEGER NOT NULL
        );
        CREATE INDEX second_factor_by_account ON second_factor (account_id, created_at, id);
        CREATE TABLE recovery_code (
            account_id TEXT NOT NULL REFERENCES account (id),
            hash       TEXT NOT NULL CHECK (length(hash) = 64),
            PRIMARY KEY (account_id, hash)
        ) WITHOUT ROWID;
        """
}
