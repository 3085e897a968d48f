-- The schema's truth: what an empty database is made of. Its version is SchemaVersion.current in NoteItStore.
--
-- Times are whole seconds since 1970-01-01T00:00:00Z. Identities are UUIDs in lower case, but for the catalog's:
-- a term is '202530', a course '202530.CMPT225', a section '202530.2359'.
-- Lists of plain texts are JSON arrays. Booleans are 0 or 1.

-- People ------------------------------------------------------------------------------------------------------

CREATE TABLE account (
    id           TEXT PRIMARY KEY,
    email        TEXT,                                -- as it was written; null once the person has left
    email_key    TEXT UNIQUE,                         -- in lower case
    display_name TEXT NOT NULL,
    role         TEXT NOT NULL CHECK (role IN ('student', 'instructor', 'admin')),
    password     TEXT,                                -- Argon2id, PHC string form
    created_at   INTEGER NOT NULL,
    left_at      INTEGER,
    CHECK ((left_at IS NULL) = (email IS NOT NULL AND email_key IS NOT NULL AND password IS NOT NULL))
);

CREATE TABLE session (
    id           TEXT PRIMARY KEY,
    account_id   TEXT NOT NULL REFERENCES account (id),
    device       TEXT,
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    revoked_at   INTEGER
);
CREATE INDEX session_by_account ON session (account_id, created_at);
CREATE INDEX session_by_revocation ON session (revoked_at) WHERE revoked_at IS NOT NULL;

CREATE TABLE refresh_token (
    hash       TEXT PRIMARY KEY,                      -- SHA-256 of the token, in hexadecimal
    session_id TEXT NOT NULL REFERENCES session (id),
    created_at INTEGER NOT NULL,
    rotated_at INTEGER                                -- seen again after this, it revokes the session
);
CREATE INDEX refresh_token_by_session ON refresh_token (session_id);

-- The catalog -------------------------------------------------------------------------------------------------

CREATE TABLE term (
    id        TEXT PRIMARY KEY,
    name      TEXT NOT NULL,
    starts_on TEXT,                                   -- '2025-09-03'; null where the registrar's file has no dates
    ends_on   TEXT,
    time_zone TEXT NOT NULL,                          -- IANA name
    CHECK (starts_on IS NULL OR ends_on IS NULL OR starts_on <= ends_on)
);

CREATE TABLE course (
    id            TEXT PRIMARY KEY,
    term_id       TEXT NOT NULL REFERENCES term (id),
    subject       TEXT NOT NULL,
    number        TEXT NOT NULL,
    title         TEXT NOT NULL,
    credits       TEXT,                               -- '3', '1.5' or a range such as '1-6'
    description   TEXT NOT NULL DEFAULT '',
    attributes    TEXT NOT NULL DEFAULT '[]',
    prerequisites TEXT NOT NULL DEFAULT '',
    last_number   INTEGER NOT NULL DEFAULT 0,         -- of the course's newest event
    search        TEXT NOT NULL DEFAULT '',           -- code, title and instructors, folded by CourseSearch in NoteItStore
    withdrawn     INTEGER NOT NULL DEFAULT 0 CHECK (withdrawn IN (0, 1)),
    UNIQUE (term_id, subject, number)
);

CREATE TABLE section (
    id          TEXT PRIMARY KEY,
    course_id   TEXT NOT NULL REFERENCES course (id),
    crn         TEXT NOT NULL,
    code        TEXT NOT NULL,
    kind        TEXT NOT NULL,                        -- 'LEC', 'LAB', ... as the registrar writes it
    instructors TEXT NOT NULL DEFAULT '[]',
    capacity    INTEGER CHECK (capacity >= 0),
    enrolled    INTEGER CHECK (enrolled >= 0),        -- the registrar's count, not ours
    delivery    TEXT NOT NULL DEFAULT '',
    withdrawn   INTEGER NOT NULL DEFAULT 0 CHECK (withdrawn IN (0, 1))
);
CREATE INDEX section_by_course ON section (course_id, code);

CREATE TABLE meeting (
    section_id   TEXT NOT NULL REFERENCES section (id),
    position     INTEGER NOT NULL,
    days         TEXT NOT NULL,                       -- letters of MTWRFSU
    start_minute INTEGER NOT NULL CHECK (start_minute BETWEEN 0 AND 1439),
    end_minute   INTEGER NOT NULL CHECK (end_minute BETWEEN 1 AND 1440),
    starts_on    TEXT,
    ends_on      TEXT,
    place        TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (section_id, position),
    CHECK (start_minute < end_minute)
);

-- A student takes one primary section, and one section of every component listed for it.
CREATE TABLE section_link (
    primary_id TEXT NOT NULL REFERENCES section (id),
    component  TEXT NOT NULL,
    section_id TEXT NOT NULL REFERENCES section (id),
    PRIMARY KEY (primary_id, component, section_id)
);

-- Who is in what ----------------------------------------------------------------------------------------------

CREATE TABLE enrollment (
    account_id TEXT NOT NULL REFERENCES account (id),
    scope      TEXT NOT NULL,                         -- the section; the course for staff of all its sections
    course_id  TEXT NOT NULL REFERENCES course (id),
    section_id TEXT REFERENCES section (id),
    role       TEXT NOT NULL CHECK (role IN ('student', 'staff')),
    since      INTEGER NOT NULL,
    granted_at INTEGER NOT NULL,                      -- log offset of the scopeGranted; older rows are not theirs
    PRIMARY KEY (account_id, scope),
    CHECK (scope = COALESCE(section_id, course_id)),
    CHECK (role = 'staff' OR section_id IS NOT NULL)
);
CREATE INDEX enrollment_by_course ON enrollment (course_id, account_id);

-- Places that were given up. Who held one while a removal was written still gets that removal, however late they read.
CREATE TABLE former_enrollment (
    account_id TEXT NOT NULL REFERENCES account (id),
    course_id  TEXT NOT NULL REFERENCES course (id),
    section_id TEXT REFERENCES section (id),
    role       TEXT NOT NULL CHECK (role IN ('student', 'staff')),
    since      INTEGER NOT NULL,
    granted_at INTEGER NOT NULL,
    revoked_at INTEGER NOT NULL                       -- log offset of the scopeRevoked
);
CREATE INDEX former_enrollment_by_account ON former_enrollment (account_id);

-- What is said ------------------------------------------------------------------------------------------------

CREATE TABLE event (
    id           TEXT PRIMARY KEY,
    course_id    TEXT NOT NULL REFERENCES course (id),
    number       INTEGER NOT NULL,
    author_id    TEXT NOT NULL REFERENCES account (id),
    kind         TEXT NOT NULL CHECK (kind IN ('note', 'question', 'reminder', 'exam', 'notice')),
    title        TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
    body         TEXT NOT NULL CHECK (length(body) <= 20000),
    tags         TEXT NOT NULL DEFAULT '[]',
    due          INTEGER,
    due_day      TEXT,                                -- the day of `due` in the term's time zone
    visibility   TEXT NOT NULL CHECK (visibility IN ('public', 'staff', 'private')),
    created_at   INTEGER NOT NULL,
    edited_at    INTEGER,
    rev          INTEGER NOT NULL DEFAULT 1 CHECK (rev >= 1),
    last_reply   INTEGER NOT NULL DEFAULT 0,          -- number of the newest reply ever made
    reply_count  INTEGER NOT NULL DEFAULT 0 CHECK (reply_count >= 0),
    latest_reply TEXT,                                -- the beginning of the newest reply
    deleted_at   INTEGER,
    deleted_by   TEXT REFERENCES account (id),
    deleted_why  TEXT,
    UNIQUE (course_id, number),
    CHECK ((due IS NULL) = (due_day IS NULL))
);
CREATE INDEX event_by_due ON event (course_id, due_day, due, number) WHERE deleted_at IS NULL;
CREATE INDEX event_by_author ON event (author_id) WHERE deleted_at IS NULL;

-- The sections that an event is for; none: the whole course.
CREATE TABLE event_section (
    event_id   TEXT NOT NULL REFERENCES event (id),
    section_id TEXT NOT NULL REFERENCES section (id),
    PRIMARY KEY (event_id, section_id)
) WITHOUT ROWID;

CREATE TABLE due_change (
    event_id   TEXT NOT NULL REFERENCES event (id),
    position   INTEGER NOT NULL,
    old_due    INTEGER,
    new_due    INTEGER,
    account_id TEXT NOT NULL REFERENCES account (id),
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (event_id, position)
) WITHOUT ROWID;

CREATE TABLE reply (
    id          TEXT PRIMARY KEY,
    event_id    TEXT NOT NULL REFERENCES event (id),
    number      INTEGER NOT NULL,                     -- 1, 2, ... in the event, oldest first
    parent_id   TEXT REFERENCES reply (id),
    author_id   TEXT NOT NULL REFERENCES account (id),
    body        TEXT NOT NULL CHECK (length(body) BETWEEN 1 AND 20000),
    created_at  INTEGER NOT NULL,
    edited_at   INTEGER,
    rev         INTEGER NOT NULL DEFAULT 1 CHECK (rev >= 1),
    deleted_at  INTEGER,
    deleted_by  TEXT REFERENCES account (id),
    deleted_why TEXT,
    UNIQUE (event_id, number)
);
CREATE INDEX reply_by_author ON reply (author_id) WHERE deleted_at IS NULL;

-- Timetables --------------------------------------------------------------------------------------------------

-- Grade averages of a course, or with an instructor of that person's sections of it.
CREATE TABLE course_grade (
    subject    TEXT NOT NULL,
    number     TEXT NOT NULL,
    instructor TEXT NOT NULL,                         -- '' for the whole course
    average    INTEGER NOT NULL CHECK (average BETWEEN 0 AND 500), -- 100 times
    PRIMARY KEY (subject, number, instructor)
) WITHOUT ROWID;

CREATE TABLE section_score (
    section_id TEXT PRIMARY KEY REFERENCES section (id),
    rating     INTEGER CHECK (rating BETWEEN 0 AND 500), -- 100 times, of 5
    grade      INTEGER CHECK (grade BETWEEN 0 AND 500)   -- 100 times, of 4
) WITHOUT ROWID;

-- A timetable that somebody keeps.
CREATE TABLE schedule (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    term_id    TEXT NOT NULL REFERENCES term (id),
    name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    shared     INTEGER NOT NULL CHECK (shared IN (0, 1)),
    created_at INTEGER NOT NULL,
    edited_at  INTEGER,
    rev        INTEGER NOT NULL DEFAULT 1 CHECK (rev >= 1)
);
CREATE INDEX schedule_by_account ON schedule (account_id, created_at);

CREATE TABLE schedule_section (
    schedule_id TEXT NOT NULL REFERENCES schedule (id) ON DELETE CASCADE,
    position    INTEGER NOT NULL,
    section_id  TEXT NOT NULL REFERENCES section (id),
    PRIMARY KEY (schedule_id, position),
    UNIQUE (schedule_id, section_id)
) WITHOUT ROWID;

-- The log: every change that anyone may see, in the order of commits -------------------------------------------

CREATE TABLE log_head (
    id     INTEGER PRIMARY KEY CHECK (id = 1),
    epoch  TEXT NOT NULL,                             -- a random word for the life of the database
    head   INTEGER NOT NULL DEFAULT 0,                -- offset of the newest row
    pruned INTEGER NOT NULL DEFAULT 0,                -- rows up to here are gone
    CHECK (pruned <= head)
);

CREATE TABLE log (
    "offset"     INTEGER PRIMARY KEY,                 -- 1, 2, 3, ... without gaps
    written_at   INTEGER NOT NULL,
    op           TEXT NOT NULL CHECK (op IN ('upsert', 'remove', 'scopeGranted', 'scopeRevoked', 'signedOut')),
    type         TEXT NOT NULL,                       -- 'event', 'reply', 'enrollment', ...; '' for the scope rows
    subject      TEXT NOT NULL,                       -- identity of what changed
    rev          INTEGER,
    course_id    TEXT,
    section_id   TEXT,
    audience_only INTEGER NOT NULL DEFAULT 0,         -- 1: no news for who saw it before and still does
    author_email TEXT,                                -- spliced into the body for staff
    body         TEXT,                                -- JSON of an upsert; null: the event or reply as it stands at reading
    CHECK (body IS NULL OR op = 'upsert'),
    CHECK (body IS NOT NULL OR op <> 'upsert' OR type IN ('event', 'reply'))
);

-- Who may see a row: the topics of its audience after the change, before it, or both.
CREATE TABLE log_topic (
    topic    TEXT NOT NULL,
    "offset" INTEGER NOT NULL REFERENCES log ("offset"),
    after    INTEGER NOT NULL CHECK (after IN (0, 1)),
    before   INTEGER NOT NULL CHECK (before IN (0, 1)),
    PRIMARY KEY (topic, "offset"),
    CHECK (after = 1 OR before = 1)
) WITHOUT ROWID;
CREATE INDEX log_topic_by_offset ON log_topic ("offset");
CREATE INDEX log_by_subject ON log (subject, "offset");
