/// Passkeys: `Schema.passkeys`, translated as `postgresql.sql` is.
extension PostgreSQLSchema {
    static let passkeys = """
        CREATE TABLE passkey (
            factor_id text COLLATE "C" PRIMARY KEY,
            credential_id text COLLATE "C" NOT NULL UNIQUE,
            host text COLLATE "C" NOT NULL,
            transports text COLLATE "C" NOT NULL,
            may_back_up bigint NOT NULL CHECK (may_back_up IN (0, 1)),
            backed_up bigint NOT NULL CHECK (backed_up IN (0, 1)),
            opens_alone bigint NOT NULL CHECK (opens_alone IN (0, 1))
        );
        CREATE TABLE spent_challenge (
            hash text COLLATE "C" PRIMARY KEY CHECK (length(hash) = 64),
            expires_at bigint NOT NULL
        );
        ALTER TABLE passkey ADD FOREIGN KEY (factor_id) REFERENCES second_factor (id);
        """
}
