CREATE TABLE lti_invitation (
    name text COLLATE "C" PRIMARY KEY,
    hash text COLLATE "C" NOT NULL UNIQUE,
    home text COLLATE "C" NOT NULL,
    issuer text COLLATE "C",
    emails bigint NOT NULL CHECK (emails IN (0, 1)),
    staff bigint NOT NULL CHECK (staff IN (0, 1)),
    expires_at bigint NOT NULL
);
