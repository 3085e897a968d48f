/// Tokens of scripts, and second factors.
extension PostgreSQLSchema {
    static let door = """
        CREATE TABLE api_token (
            id text COLLATE "C" PRIMARY KEY,
            account_id text COLLATE "C" NOT NULL,
            name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
            hash text COLLATE "C" NOT NULL UNIQUE CHECK (length(hash) = 64),
            scope text COLLATE "C" NOT NULL,
            course_id text COLLATE "C",
            created_at bigint NOT NULL,
            expires_at bigint NOT NULL,
            used_at bigint
        );
        CREATE INDEX api_token_by_account ON api_token (account_id, created_at, id);
        CREATE TABLE second_factor (
            id text COLLATE "C" PRIMARY KEY,
            account_id text COLLATE "C" NOT NULL,
            kind text COLLATE "C" NOT NULL,
            name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
            secret text COLLATE "C" NOT NULL,
            created_at bigint NOT NULL,
            used_at bigint,
            last_step bigint NOT NULL
        );
        CREATE INDEX second_factor_by_account ON second_factor (account_id, created_at, id);
        CREATE TABLE recovery_code (
            account_id text COLLATE "C" NOT NULL,
            hash text COLLATE "C" NOT NULL CHECK (length(hash) = 64),
            PRIMARY KEY (account_id, hash)
        );
        ALTER TABLE api_token ADD FOREIGN KEY (account_id) REFERENCES account (id);
        ALTER TABLE api_token ADD FOREIGN KEY (course_id) REFERENCES course (id);
        ALTER TABLE second_factor ADD FOREIGN KEY (account_id) REFERENCES account (id);
        ALTER TABLE recovery_code ADD FOREIGN KEY (account_id) REFERENCES account (id);
        """
}
