-- From version 3: platforms register themselves.

CREATE TABLE lti_invitation (
    name       TEXT PRIMARY KEY,
    hash       TEXT NOT NULL UNIQUE,
    home       TEXT NOT NULL,
    issuer     TEXT,
    emails     INTEGER NOT NULL CHECK (emails IN (0, 1)),
    staff      INTEGER NOT NULL CHECK (staff IN (0, 1)),
    expires_at INTEGER NOT NULL
) WITHOUT ROWID;
