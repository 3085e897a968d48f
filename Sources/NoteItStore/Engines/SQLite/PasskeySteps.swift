/// Passkeys.
extension Schema {
    static let passkeys = """
        CREATE TABLE passkey (
            factor_id     TEXT PRIMARY KEY REFERENCES second_factor (id),
            credential_id TEXT NOT NULL UNIQUE,
            host          TEXT NOT NULL,
            transports    TEXT NOT NULL,
            may_back_up   INTEGER NOT NULL CHECK (may_back_up IN (0, 1)),
            backed_up     INTEGER NOT NULL CHECK (backed_up IN (0, 1)),
            opens_alone   INTEGER NOT NULL CHECK (opens_alone IN (0, 1))
        ) WITHOUT ROWID;
        CREATE TABLE spent_challenge (
            hash       TEXT PRIMARY KEY CHECK (length(hash) = 64),
            expires_at INTEGER NOT NULL
        ) WITHOUT ROWID;
        """
}
