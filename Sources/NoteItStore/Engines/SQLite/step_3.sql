-- From version 2: what reaches people where they are.

-- Nodes of two versions beside each other.
ALTER TABLE node ADD COLUMN schema_version INTEGER;

-- Tokens of scripts, and second factors.
CREATE TABLE api_token (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    hash       TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
    scope      TEXT NOT NULL,
    course_id  TEXT REFERENCES course (id),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at    INTEGER
);
CREATE INDEX api_token_by_account ON api_token (account_id, created_at, id);
CREATE TABLE second_factor (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    kind       TEXT NOT NULL,
    name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    secret     TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    used_at    INTEGER,
    last_step  INTEGER NOT NULL
);
CREATE INDEX second_factor_by_account ON second_factor (account_id, created_at, id);
CREATE TABLE recovery_code (
    account_id TEXT NOT NULL REFERENCES account (id),
    hash       TEXT NOT NULL CHECK (length(hash) = 64),
    PRIMARY KEY (account_id, hash)
) WITHOUT ROWID;

-- Sign-ins of devices through a browser.
CREATE TABLE device_sign_in (
    device_hash TEXT PRIMARY KEY CHECK (length(device_hash) = 64),
    user_hash   TEXT NOT NULL UNIQUE CHECK (length(user_hash) = 64),
    device      TEXT,
    address     TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    expires_at  INTEGER NOT NULL,
    polled_at   INTEGER,
    pause       INTEGER NOT NULL CHECK (pause > 0),
    answer      TEXT CHECK (answer IN ('approved', 'refused')),
    account_id  TEXT REFERENCES account (id),
    session_id  TEXT,
    CHECK ((COALESCE(answer, '') = 'approved') = (account_id IS NOT NULL)),
    CHECK ((account_id IS NULL) = (session_id IS NULL))
) WITHOUT ROWID;
CREATE INDEX device_sign_in_by_end ON device_sign_in (expires_at);
CREATE INDEX device_sign_in_by_account ON device_sign_in (account_id) WHERE account_id IS NOT NULL;

-- Invitations and rosters.
CREATE TABLE invitation (
    id         TEXT PRIMARY KEY,
    code_hash  TEXT NOT NULL UNIQUE,
    course_id  TEXT REFERENCES course (id),
    section_id TEXT REFERENCES section (id),
    role       TEXT NOT NULL CHECK (role IN ('student', 'staff')),
    email_key  TEXT,
    handle     TEXT,
    uses       INTEGER NOT NULL CHECK (uses >= 1),
    used       INTEGER NOT NULL DEFAULT 0 CHECK (used >= 0),
    created_by TEXT NOT NULL REFERENCES account (id),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    revoked_at INTEGER,
    CHECK (used <= uses),
    CHECK (section_id IS NULL OR course_id IS NOT NULL)
);
CREATE INDEX invitation_by_course ON invitation (course_id, created_at);
CREATE INDEX invitation_by_account ON invitation (created_by);
CREATE TABLE invitation_use (
    invitation_id TEXT NOT NULL REFERENCES invitation (id),
    account_id    TEXT NOT NULL REFERENCES account (id),
    used_at       INTEGER NOT NULL,
    joined_at     INTEGER,
    PRIMARY KEY (invitation_id, account_id)
) WITHOUT ROWID;
CREATE INDEX invitation_use_by_account ON invitation_use (account_id);
CREATE TABLE roster_entry (
    section_id TEXT NOT NULL REFERENCES section (id),
    role       TEXT NOT NULL CHECK (role IN ('student', 'staff')),
    person     TEXT NOT NULL,
    course_id  TEXT NOT NULL REFERENCES course (id),
    number     TEXT NOT NULL,
    name       TEXT NOT NULL,
    account_id TEXT REFERENCES account (id),
    given      INTEGER NOT NULL CHECK (given IN (0, 1)),
    PRIMARY KEY (section_id, role, person)
) WITHOUT ROWID;
CREATE INDEX roster_entry_by_course ON roster_entry (course_id);
CREATE INDEX roster_entry_by_person ON roster_entry (person);
CREATE INDEX roster_entry_by_account ON roster_entry (account_id) WHERE account_id IS NOT NULL;
CREATE TABLE roster_joining (course_id TEXT PRIMARY KEY REFERENCES course (id)) WITHOUT ROWID;

-- Mail, which begins with what comes from now on.
CREATE TABLE mail_settings (
    account_id   TEXT PRIMARY KEY REFERENCES account (id),
    settings     TEXT NOT NULL,
    digest_since INTEGER,
    next_digest  INTEGER,
    CHECK ((digest_since IS NULL) = (next_digest IS NULL))
) WITHOUT ROWID;
CREATE INDEX mail_settings_by_digest ON mail_settings (next_digest) WHERE next_digest IS NOT NULL;
CREATE TABLE delivery (
    id         TEXT PRIMARY KEY,
    channel    TEXT NOT NULL,
    account_id TEXT NOT NULL REFERENCES account (id),
    target     TEXT NOT NULL DEFAULT '',
    kind       TEXT NOT NULL,
    subject    TEXT NOT NULL,
    event_id   TEXT REFERENCES event (id),
    message_id TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    tries      INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0),
    next_try   INTEGER,
    outcome    TEXT CHECK (outcome IN ('sent', 'dropped', 'failed')),
    fault      TEXT,
    UNIQUE (account_id, channel, target, kind, subject),
    CHECK ((next_try IS NULL) = (outcome IS NOT NULL))
) WITHOUT ROWID;
CREATE INDEX delivery_waiting ON delivery (channel, next_try, id) WHERE next_try IS NOT NULL;
CREATE INDEX delivery_by_event ON delivery (event_id, account_id) WHERE event_id IS NOT NULL;
CREATE TABLE delivery_log (
    channel  TEXT PRIMARY KEY,
    "offset" INTEGER NOT NULL,
    reader   TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
INSERT INTO delivery_log SELECT 'mail', head, '' FROM log_head WHERE id = 1;
CREATE TABLE mail_key (
    id  INTEGER PRIMARY KEY CHECK (id = 1),
    key TEXT NOT NULL
);

-- Work that is done anew, and the parts of a task.
ALTER TABLE task ADD COLUMN every TEXT;
ALTER TABLE task ADD COLUMN steps TEXT;

-- Push, which begins with what comes from now on.
CREATE TABLE push_device (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    session_id TEXT NOT NULL REFERENCES session (id),
    name       TEXT NOT NULL,
    endpoint   TEXT NOT NULL UNIQUE,
    host       TEXT NOT NULL,
    public_key TEXT NOT NULL,
    secret     TEXT NOT NULL,
    settings   TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    sent_at    INTEGER,
    fault      TEXT
);
CREATE INDEX push_device_by_account ON push_device (account_id, created_at, id);
CREATE INDEX push_device_by_session ON push_device (session_id);
INSERT INTO delivery_log SELECT 'push', head, '' FROM log_head WHERE id = 1;
CREATE TABLE push_key (
    id  INTEGER PRIMARY KEY CHECK (id = 1),
    key TEXT NOT NULL
);

-- Webhooks, and topics of ntfy, which begin with what comes from now on.
CREATE TABLE webhook (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    url        TEXT NOT NULL,
    host       TEXT NOT NULL,
    course_id  TEXT REFERENCES course (id),
    changes    TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    secret     INTEGER NOT NULL DEFAULT 1 CHECK (secret >= 1),
    rotated_at INTEGER,
    epoch      TEXT NOT NULL,
    "offset"   INTEGER NOT NULL,
    tries      INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0),
    failing_at INTEGER,
    next_try   INTEGER,
    fault      TEXT,
    deliveries INTEGER NOT NULL DEFAULT 0,
    CHECK ((tries = 0) = (failing_at IS NULL))
);
CREATE INDEX webhook_by_account ON webhook (account_id, created_at, id);
CREATE INDEX webhook_by_course ON webhook (course_id) WHERE course_id IS NOT NULL;
CREATE INDEX webhook_failing ON webhook (next_try) WHERE failing_at IS NOT NULL;
CREATE TABLE webhook_delivery (
    webhook_id   TEXT NOT NULL REFERENCES webhook (id),
    number       INTEGER NOT NULL CHECK (number >= 1),
    message_id   TEXT NOT NULL,
    type         TEXT NOT NULL,
    subject      TEXT,
    tried_at     INTEGER NOT NULL,
    tries        INTEGER NOT NULL CHECK (tries >= 1),
    taken        INTEGER NOT NULL CHECK (taken IN (0, 1)),
    status       INTEGER,
    milliseconds INTEGER NOT NULL,
    fault        TEXT,
    PRIMARY KEY (webhook_id, number),
    UNIQUE (webhook_id, message_id)
) WITHOUT ROWID;
CREATE TABLE ntfy_topic (
    account_id TEXT PRIMARY KEY REFERENCES account (id),
    url        TEXT NOT NULL,
    host       TEXT NOT NULL,
    settings   TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    sent_at    INTEGER,
    fault      TEXT
) WITHOUT ROWID;
INSERT INTO delivery_log SELECT 'ntfy', head, '' FROM log_head WHERE id = 1;

-- The sign-on of a campus.
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

-- Learning platforms.
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

-- Passkeys.
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
