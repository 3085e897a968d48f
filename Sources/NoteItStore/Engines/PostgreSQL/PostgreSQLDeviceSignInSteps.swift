/// Sign-ins of devices through a browser.
extension PostgreSQLSchema {
    static let deviceSignIns = """
        CREATE TABLE device_sign_in (
            device_hash text COLLATE "C" PRIMARY KEY CHECK (length(device_hash) = 64),
            user_hash text COLLATE "C" NOT NULL UNIQUE CHECK (length(user_hash) = 64),
            device text COLLATE "C",
            address text COLLATE "C" NOT NULL,
            created_at bigint NOT NULL,
            expires_at bigint NOT NULL,
            polled_at bigint,
            pause bigint NOT NULL CHECK (pause > 0),
            answer text COLLATE "C" CHECK (answer IN ('approved', 'refused')),
            account_id text COLLATE "C",
            session_id text COLLATE "C",
            CHECK ((COALESCE(answer, '') = 'approved') = (account_id IS NOT NULL)),
            CHECK ((account_id IS NULL) = (session_id IS NULL))
        );
        CREATE INDEX device_sign_in_by_end ON device_sign_in (expires_at);
        CREATE INDEX device_sign_in_by_account ON device_sign_in (account_id) WHERE account_id IS NOT NULL;
        ALTER TABLE device_sign_in ADD FOREIGN KEY (account_id) REFERENCES account (id);
        """
}
