CREATE TABLE node (
    id text COLLATE "C" PRIMARY KEY,
    name text COLLATE "C" NOT NULL,
    beat bigint NOT NULL
);
CREATE TABLE signing_key (
    kid text COLLATE "C" PRIMARY KEY,
    public_key bytea NOT NULL,
    published_at bigint NOT NULL
);
CREATE TABLE stream_ticket (
    hash text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL,
    session_id text COLLATE "C" NOT NULL,
    expires_at double precision NOT NULL
);
CREATE INDEX stream_ticket_by_account ON stream_ticket (account_id, expires_at);
CREATE TABLE sign_in_count (
    key text COLLATE "C" PRIMARY KEY,
    level double precision,
    at double precision NOT NULL,
    blocked_until double precision,
    forget_at double precision NOT NULL
);
CREATE TABLE content (
    sha256 text COLLATE "C" PRIMARY KEY,
    size bigint NOT NULL,
    stored_at bigint NOT NULL
);
CREATE TABLE content_part (
    sha256 text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (sha256, number)
);
ALTER TABLE stream_ticket ADD FOREIGN KEY (account_id) REFERENCES account (id);
ALTER TABLE content_part ADD FOREIGN KEY (sha256) REFERENCES content (sha256) ON DELETE CASCADE;
