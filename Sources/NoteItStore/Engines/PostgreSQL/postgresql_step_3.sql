ALTER TABLE noteit_schema ADD COLUMN reached bigint;
ALTER TABLE node ADD COLUMN schema_version bigint;
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
CREATE TABLE invitation (
    id text COLLATE "C" PRIMARY KEY,
    code_hash text COLLATE "C" NOT NULL UNIQUE,
    course_id text COLLATE "C",
    section_id text COLLATE "C",
    role text COLLATE "C" NOT NULL CHECK (role IN ('student', 'staff')),
    email_key text COLLATE "C",
    handle text COLLATE "C",
    uses bigint NOT NULL CHECK (uses >= 1),
    used bigint NOT NULL DEFAULT 0 CHECK (used >= 0),
    created_by text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    revoked_at bigint,
    CHECK (used <= uses),
    CHECK (section_id IS NULL OR course_id IS NOT NULL)
);
CREATE INDEX invitation_by_course ON invitation (course_id, created_at);
CREATE INDEX invitation_by_account ON invitation (created_by);
CREATE TABLE invitation_use (
    invitation_id text COLLATE "C" NOT NULL,
    account_id text COLLATE "C" NOT NULL,
    used_at bigint NOT NULL,
    joined_at bigint,
    PRIMARY KEY (invitation_id, account_id)
);
CREATE INDEX invitation_use_by_account ON invitation_use (account_id);
CREATE TABLE roster_entry (
    section_id text COLLATE "C" NOT NULL,
    role text COLLATE "C" NOT NULL CHECK (role IN ('student', 'staff')),
    person text COLLATE "C" NOT NULL,
    course_id text COLLATE "C" NOT NULL,
    number text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    account_id text COLLATE "C",
    given bigint NOT NULL CHECK (given IN (0, 1)),
    PRIMARY KEY (section_id, role, person)
);
CREATE INDEX roster_entry_by_course ON roster_entry (course_id);
CREATE INDEX roster_entry_by_person ON roster_entry (person);
CREATE INDEX roster_entry_by_account ON roster_entry (account_id) WHERE account_id IS NOT NULL;
CREATE TABLE roster_joining (
    course_id text COLLATE "C" PRIMARY KEY
);
CREATE TABLE mail_settings (
    account_id text COLLATE "C" PRIMARY KEY,
    settings text COLLATE "C" NOT NULL,
    digest_since bigint,
    next_digest bigint,
    CHECK ((digest_since IS NULL) = (next_digest IS NULL))
);
CREATE INDEX mail_settings_by_digest ON mail_settings (next_digest) WHERE next_digest IS NOT NULL;
CREATE TABLE delivery (
    id text COLLATE "C" PRIMARY KEY,
    channel text COLLATE "C" NOT NULL,
    account_id text COLLATE "C" NOT NULL,
    target text COLLATE "C" NOT NULL DEFAULT '',
    kind text COLLATE "C" NOT NULL,
    subject text COLLATE "C" NOT NULL,
    event_id text COLLATE "C",
    message_id text COLLATE "C" NOT NULL UNIQUE,
    created_at bigint NOT NULL,
    tries bigint NOT NULL DEFAULT 0 CHECK (tries >= 0),
    next_try bigint,
    outcome text COLLATE "C" CHECK (outcome IN ('sent', 'dropped', 'failed')),
    fault text COLLATE "C",
    UNIQUE (account_id, channel, target, kind, subject),
    CHECK ((next_try IS NULL) = (outcome IS NOT NULL))
);
CREATE INDEX delivery_waiting ON delivery (channel, next_try, id) WHERE next_try IS NOT NULL;
CREATE INDEX delivery_by_event ON delivery (event_id, account_id) WHERE event_id IS NOT NULL;
CREATE TABLE delivery_log (
    channel text COLLATE "C" PRIMARY KEY,
    "offset" bigint NOT NULL,
    reader text COLLATE "C" NOT NULL DEFAULT ''
);
INSERT INTO delivery_log SELECT 'mail', head, '' FROM log_head WHERE id = 1;
CREATE TABLE mail_key (
    id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY CHECK (id = 1),
    key text COLLATE "C" NOT NULL
);
ALTER TABLE task ADD COLUMN every text COLLATE "C";
ALTER TABLE task ADD COLUMN steps text COLLATE "C";
CREATE TABLE push_device (
    id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL,
    session_id text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    endpoint text COLLATE "C" NOT NULL UNIQUE,
    host text COLLATE "C" NOT NULL,
    public_key text COLLATE "C" NOT NULL,
    secret text COLLATE "C" NOT NULL,
    settings text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    sent_at bigint,
    fault text COLLATE "C"
);
CREATE INDEX push_device_by_account ON push_device (account_id, created_at, id);
CREATE INDEX push_device_by_session ON push_device (session_id);
INSERT INTO delivery_log SELECT 'push', head, '' FROM log_head WHERE id = 1;
CREATE TABLE push_key (
    id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY CHECK (id = 1),
    key text COLLATE "C" NOT NULL
);
CREATE TABLE webhook (
    id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    url text COLLATE "C" NOT NULL,
    host text COLLATE "C" NOT NULL,
    course_id text COLLATE "C",
    changes text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    secret bigint NOT NULL DEFAULT 1 CHECK (secret >= 1),
    rotated_at bigint,
    epoch text COLLATE "C" NOT NULL,
    "offset" bigint NOT NULL,
    tries bigint NOT NULL DEFAULT 0 CHECK (tries >= 0),
    failing_at bigint,
    next_try bigint,
    fault text COLLATE "C",
    deliveries bigint NOT NULL DEFAULT 0,
    CHECK ((tries = 0) = (failing_at IS NULL))
);
CREATE INDEX webhook_by_account ON webhook (account_id, created_at, id);
CREATE INDEX webhook_by_course ON webhook (course_id) WHERE course_id IS NOT NULL;
CREATE INDEX webhook_failing ON webhook (next_try) WHERE failing_at IS NOT NULL;
CREATE TABLE webhook_delivery (
    webhook_id text COLLATE "C" NOT NULL,
    number bigint NOT NULL CHECK (number >= 1),
    message_id text COLLATE "C" NOT NULL,
    type text COLLATE "C" NOT NULL,
    subject text COLLATE "C",
    tried_at bigint NOT NULL,
    tries bigint NOT NULL CHECK (tries >= 1),
    taken bigint NOT NULL CHECK (taken IN (0, 1)),
    status bigint,
    milliseconds bigint NOT NULL,
    fault text COLLATE "C",
    PRIMARY KEY (webhook_id, number),
    UNIQUE (webhook_id, message_id)
);
CREATE TABLE ntfy_topic (
    account_id text COLLATE "C" PRIMARY KEY,
    url text COLLATE "C" NOT NULL,
    host text COLLATE "C" NOT NULL,
    settings text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    sent_at bigint,
    fault text COLLATE "C"
);
INSERT INTO delivery_log SELECT 'ntfy', head, '' FROM log_head WHERE id = 1;
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
ALTER TABLE api_token ADD FOREIGN KEY (account_id) REFERENCES account (id);
ALTER TABLE api_token ADD FOREIGN KEY (course_id) REFERENCES course (id);
ALTER TABLE second_factor ADD FOREIGN KEY (account_id) REFERENCES account (id);
ALTER TABLE recovery_code ADD FOREIGN KEY (account_id) REFERENCES account (id);
ALTER TABLE device_sign_in ADD FOREIGN KEY (account_id) REFERENCES account (id);
ALTER TABLE invitation ADD FOREIGN KEY (course_id) REFERENCES course (id);
ALTER TABLE invitation ADD FOREIGN KEY (section_id) REFERENCES section (id);
ALTER TABLE invitation ADD FOREIGN KEY (created_by) REFERENCES account (id);
ALTER TABLE invitation_use ADD FOREIGN KEY (invitation_id) REFERENCES invitation (id);
ALTER TABLE invitation_use ADD FOREIGN KEY (account_id) REFERENCES account (id);
ALTER TABLE roster_entry ADD FOREIGN KEY (section_id) REFERENCES section (id);
ALTER TABLE roster_entry ADD FOREIGN KEY (course_id) REFERENCES course (id);
ALTER TABLE roster_entry ADD FOREIGN KEY (account_id) REFERENCES account (id);
ALTER TABLE roster_joining ADD FOREIGN KEY (course_id) REFERENCES course (id);
ALTER TABLE mail_settings ADD FOREIGN KEY (account_id) REFERENCES account (id);
ALTER TABLE delivery ADD FOREIGN KEY (account_id) REFERENCES account (id);
ALTER TABLE delivery ADD FOREIGN KEY (event_id) REFERENCES event (id);
ALTER TABLE push_device ADD FOREIGN KEY (account_id) REFERENCES account (id);
ALTER TABLE push_device ADD FOREIGN KEY (session_id) REFERENCES session (id);
ALTER TABLE webhook ADD FOREIGN KEY (account_id) REFERENCES account (id);
ALTER TABLE webhook ADD FOREIGN KEY (course_id) REFERENCES course (id);
ALTER TABLE webhook_delivery ADD FOREIGN KEY (webhook_id) REFERENCES webhook (id);
ALTER TABLE ntfy_topic ADD FOREIGN KEY (account_id) REFERENCES account (id);
ALTER TABLE sign_on_identity ADD FOREIGN KEY (account_id) REFERENCES account (id);
ALTER TABLE sign_on ADD FOREIGN KEY (account_id) REFERENCES account (id);
ALTER TABLE sign_on ADD FOREIGN KEY (session_id) REFERENCES session (id);
ALTER TABLE lti_person ADD FOREIGN KEY (account_id) REFERENCES account (id);
ALTER TABLE lti_context ADD FOREIGN KEY (platform) REFERENCES lti_platform (name);
ALTER TABLE lti_context ADD FOREIGN KEY (course_id) REFERENCES course (id);
ALTER TABLE lti_context ADD FOREIGN KEY (section_id) REFERENCES section (id);
ALTER TABLE passkey ADD FOREIGN KEY (factor_id) REFERENCES second_factor (id);
