-- From version 1, of noteitd 0.3.0: what several nodes share.

CREATE TABLE node (
    id   TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    beat INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE signing_key (
    kid          TEXT PRIMARY KEY,
    public_key   BLOB NOT NULL,
    published_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE stream_ticket (
    hash       TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    session_id TEXT NOT NULL,
    expires_at REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX stream_ticket_by_account ON stream_ticket (account_id, expires_at);
CREATE TABLE sign_in_count (
    key           TEXT PRIMARY KEY,
    level         REAL,
    at            REAL NOT NULL,
    blocked_until REAL,
    forget_at     REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE content (
    sha256    TEXT PRIMARY KEY,
    size      INTEGER NOT NULL,
    stored_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE content_part (
    sha256 TEXT NOT NULL REFERENCES content (sha256) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    bytes  BLOB NOT NULL,
    PRIMARY KEY (sha256, number)
);
