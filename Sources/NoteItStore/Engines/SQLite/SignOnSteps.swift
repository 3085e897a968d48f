/// The sign-on of a campus.
extension Schema {
    static let signOn = """
        CREATE TABLE sign_on_identity (
            id         TEXT PRIMARY KEY,
            account_id TEXT NOT NULL REFERENCES account (id),
            issuer     TEXT NOT NULL,
            subject    TEXT NOT NULL,
            founded    INTEGER NOT NULL,
            made_role  INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            used_at    INTEGER,
            UNIQUE (issuer, subject),
            UNIQUE (account_id, issuer)
        );
        CREATE TABLE sign_on (
            id         TEXT PRIMARY KEY CHECK (length(id) = 64),
            account_id TEXT NOT NULL REFERENCES account (id),
            session_id TEXT REFERENCES session (id),
            issuer     TEXT NOT NULL,
            subject    TEXT NOT NULL,
            sid        TEXT,
            token      TEXT NOT NULL,
            has_factor INTEGER NOT NULL,
            created_at INTEGER NOT NULL
        );
        CREATE INDEX sign_on_by_session ON sign_on (session_id);
        CREATE INDEX sign_on_by_account ON sign_on (account_id);
        CREATE INDEX sign_on_by_subject ON sign_on (issuer, subject);
        CREATE INDEX sign_on_by_sid ON sign_on (issuer, sid);
        CREATE TABLE sign_on_end (
            hash       TEXT PRIMARY KEY CHECK (length(hash) = 64),
            expires_at INTEGER NOT NULL
        ) WITHOUT ROWID;
        """
}
