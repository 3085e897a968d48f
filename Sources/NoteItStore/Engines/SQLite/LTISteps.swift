/// Learning platforms.
extension Schema {
    static let lti = """
        CREATE TABLE lti_platform (
            name        TEXT PRIMARY KEY,
            issuer      TEXT NOT NULL,
            client_id   TEXT NOT NULL,
            auth_url    TEXT NOT NULL,
            token_url   TEXT NOT NULL,
            jwks_url    TEXT NOT NULL,
            deployments TEXT NOT NULL,
            emails      INTEGER NOT NULL CHECK (emails IN (0, 1)),
            staff       INTEGER NOT NULL CHECK (staff IN (0, 1)),
            created_at  INTEGER NOT NULL,
            UNIQUE (issuer, client_id)
        ) WITHOUT ROWID;
        CREATE TABLE lti_person (
            issuer     TEXT NOT NULL,
            subject    TEXT NOT NULL,
            account_id TEXT NOT NULL REFERENCES account (id),
            created_at INTEGER NOT NULL,
            PRIMARY KEY (issuer, subject)
        ) WITHOUT ROWID;
        CREATE INDEX lti_person_by_account ON lti_person (account_id);
        CREATE TABLE lti_context (
            id          TEXT PRIMARY KEY,
            platform    TEXT NOT NULL REFERENCES lti_platform (name),
            deployment  TEXT NOT NULL,
            context     TEXT NOT NULL,
            title       TEXT NOT NULL,
            members_url TEXT,
            course_id   TEXT REFERENCES course (id),
            section_id  TEXT REFERENCES section (id),
            seen_at     INTEGER NOT NULL,
            synced_at   INTEGER,
            fault       TEXT,
            UNIQUE (platform, deployment, context),
            CHECK (section_id IS NULL OR course_id IS NOT NULL)
        );
        CREATE INDEX lti_context_by_course ON lti_context (course_id) WHERE course_id IS NOT NULL;
        CREATE TABLE lti_nonce (
            hash       TEXT PRIMARY KEY,
            expires_at INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX lti_nonce_by_expiry ON lti_nonce (expires_at);
        CREATE TABLE lti_key (
            kid        TEXT PRIMARY KEY,
            pem        TEXT NOT NULL,
            created_at INTEGER NOT NULL
        ) WITHOUT ROWID;
        """
}
