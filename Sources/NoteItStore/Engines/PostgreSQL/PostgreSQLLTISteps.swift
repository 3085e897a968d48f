/// Learning platforms.
extension PostgreSQLSchema {
    static let lti = """
        CREATE TABLE lti_platform (
            name text COLLATE "C" PRIMARY KEY,
            issuer text COLLATE "C" NOT NULL,
            client_id text COLLATE "C" NOT NULL,
            auth_url text COLLATE "C" NOT NULL,
            token_url text COLLATE "C" NOT NULL,
            jwks_url text COLLATE "C" NOT NULL,
            deployments text COLLATE "C" NOT NULL,
            emails bigint NOT NULL CHECK (emails IN (0, 1)),
            staff bigint NOT NULL CHECK (staff IN (0, 1)),
            created_at bigint NOT NULL,
            UNIQUE (issuer, client_id)
        );
        CREATE TABLE lti_person (
            issuer text COLLATE "C" NOT NULL,
            subject text COLLATE "C" NOT NULL,
            account_id text COLLATE "C" NOT NULL,
            created_at bigint NOT NULL,
            PRIMARY KEY (issuer, subject)
        );
        CREATE INDEX lti_person_by_account ON lti_person (account_id);
        CREATE TABLE lti_context (
            id text COLLATE "C" PRIMARY KEY,
            platform text COLLATE "C" NOT NULL,
            deployment text COLLATE "C" NOT NULL,
            context text COLLATE "C" NOT NULL,
            title text COLLATE "C" NOT NULL,
            members_url text COLLATE "C",
            course_id text COLLATE "C",
            section_id text COLLATE "C",
            seen_at bigint NOT NULL,
            synced_at bigint,
            fault text COLLATE "C",
            UNIQUE (platform, deployment, context),
            CHECK (section_id IS NULL OR course_id IS NOT NULL)
        );
        CREATE INDEX lti_context_by_course ON lti_context (course_id) WHERE course_id IS NOT NULL;
        CREATE TABLE lti_nonce (
            hash text COLLATE "C" PRIMARY KEY,
            expires_at bigint NOT NULL
        );
        CREATE INDEX lti_nonce_by_expiry ON lti_nonce (expires_at);
        CREATE TABLE lti_key (
            kid text COLLATE "C" PRIMARY KEY,
            pem text COLLATE "C" NOT NULL,
            created_at bigint NOT NULL
        );
        ALTER TABLE lti_person ADD FOREIGN KEY (account_id) REFERENCES account (id);
        ALTER TABLE lti_context ADD FOREIGN KEY (platform) REFERENCES lti_platform (name);
        ALTER TABLE lti_context ADD FOREIGN KEY (course_id) REFERENCES course (id);
        ALTER TABLE lti_context ADD FOREIGN KEY (section_id) REFERENCES section (id);
        """
}
