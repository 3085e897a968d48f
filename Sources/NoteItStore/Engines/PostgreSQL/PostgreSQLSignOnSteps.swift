/// The sign-on of a campus.
extension PostgreSQLSchema {
    static let signOn = """
        CREATE TABLE sign_on_identity (
            id text COLLATE "C" PRIMARY KEY,
            account_id text COLLATE "C" NOT NULL,
            issuer text COLLATE "C" NOT NULL,
            subject text COLLATE "C" NOT NULL,
            founded bigint NOT NULL,
            made_role bigint NOT NULL,
            created_at bigint NOT NULL,
            used_at bigint,
            UNIQUE (issuer, subject),
            UNIQUE (account_id, issuer)
        );
        CREATE TABLE sign_on (
            id text COLLATE "C" PRIMARY KEY CHECK (length(id) = 64),
            account_id text COLLATE "C" NOT NULL,
            session_id text COLLATE "C",
            issuer text COLLATE "C" NOT NULL,
            subject text COLLATE "C" NOT NULL,
            sid text COLLATE "C",
            token text COLLATE "C" NOT NULL,
            has_factor bigint NOT NULL,
            created_at bigint NOT NULL
        );
        CREATE INDEX sign_on_by_session ON sign_on (session_id);
        CREATE INDEX sign_on_by_account ON sign_on (account_id);
        CREATE INDEX sign_on_by_subject ON sign_on (issuer, subject);
        CREATE INDEX sign_on_by_sid ON sign_on (issuer, sid);
        CREATE TABLE sign_on_end (
            hash text COLLATE "C" PRIMARY KEY CHECK (length(hash) = 64),
            expires_at bigint NOT NULL
        );
        ALTER TABLE sign_on_identity ADD FOREIGN KEY (account_id) REFERENCES account (id);
        ALTER TABLE sign_on ADD FOREIGN KEY (account_id) REFERENCES account (id);
        ALTER TABLE sign_on ADD FOREIGN KEY (session_id) REFERENCES session (id);
        """
}
