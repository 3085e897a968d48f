-- A database as the program of version 14 of the schema left it: a class of three, after a small day.
-- The schema's truth: what an empty database is made of. Its version is Schema.version(of:) in NoteItStore.
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
    handle       TEXT,                                -- what others mention them by: small ASCII letters, digits, '.', '-'
    role         TEXT NOT NULL CHECK (role IN ('student', 'instructor', 'admin')),
    password     TEXT,                                -- Argon2id, PHC string form
    created_at   INTEGER NOT NULL,
    left_at      INTEGER,
    CHECK ((left_at IS NULL) = (email IS NOT NULL AND email_key IS NOT NULL AND password IS NOT NULL))
);

CREATE UNIQUE INDEX account_by_handle ON account (handle);

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

-- Days without classes, as an admin entered them.
CREATE TABLE holiday (
    term_id TEXT NOT NULL REFERENCES term (id),
    day     TEXT NOT NULL,
    name    TEXT NOT NULL,
    PRIMARY KEY (term_id, day)
) WITHOUT ROWID;

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
    alias        TEXT,                                -- of an anonymous author; the same in the whole thread
    accepted_id  TEXT REFERENCES reply (id),          -- the answer that the author took
    endorsed_id  TEXT REFERENCES reply (id),          -- the answer that staff stand behind
    me_too       INTEGER NOT NULL DEFAULT 0 CHECK (me_too >= 0),
    must_read    INTEGER NOT NULL DEFAULT 0 CHECK (must_read IN (0, 1)),
    UNIQUE (course_id, number),
    CHECK ((due IS NULL) = (due_day IS NULL))
);
-- A course's page in its order, undated last: read from the index, not sorted.
CREATE INDEX event_by_due ON event (course_id, due_day IS NULL, due_day, due, number) WHERE deleted_at IS NULL;
CREATE INDEX event_by_author ON event (author_id) WHERE deleted_at IS NULL;
-- The same order for lists with a filter.
CREATE INDEX event_by_kind ON event (course_id, kind, due_day IS NULL, due_day, due, number) WHERE deleted_at IS NULL;
CREATE INDEX event_by_writer ON event (course_id, author_id, due_day IS NULL, due_day, due, number) WHERE deleted_at IS NULL;
CREATE INDEX event_by_openness ON event (course_id, kind, due_day IS NULL, due_day, due, number)
    WHERE deleted_at IS NULL AND kind = 'question' AND accepted_id IS NULL AND endorsed_id IS NULL;
CREATE INDEX event_by_moment ON event (due) WHERE deleted_at IS NULL AND due IS NOT NULL;

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
    alias       TEXT,
    UNIQUE (event_id, number)
);
CREATE INDEX reply_by_author ON reply (author_id) WHERE deleted_at IS NULL;
CREATE INDEX reply_by_event_and_author ON reply (event_id, author_id) WHERE deleted_at IS NULL;

-- Files that go with events and replies. Their contents stand beside the database, each in a file named by its hash.
CREATE TABLE attachment (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id), -- who sent it
    name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    size       INTEGER NOT NULL CHECK (size > 0),     -- bytes
    media_type TEXT NOT NULL,                         -- told from the content
    sha256     TEXT NOT NULL CHECK (length(sha256) = 64),
    created_at INTEGER NOT NULL,
    event_id   TEXT REFERENCES event (id),            -- what it goes with: an event, or a reply, or nothing
    reply_id   TEXT REFERENCES reply (id),
    position   INTEGER,                               -- 0, 1, ... among what goes with the same
    free_since INTEGER,                               -- since when it goes with nothing
    CHECK ((event_id IS NOT NULL) + (reply_id IS NOT NULL) + (free_since IS NOT NULL) = 1),
    CHECK ((position IS NULL) = (free_since IS NOT NULL))
);
CREATE INDEX attachment_by_account ON attachment (account_id);
CREATE INDEX attachment_by_hash ON attachment (sha256);
CREATE INDEX attachment_by_event ON attachment (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX attachment_by_reply ON attachment (reply_id) WHERE reply_id IS NOT NULL;
CREATE INDEX attachment_free ON attachment (free_since) WHERE free_since IS NOT NULL;

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

-- What concerns one person ------------------------------------------------------------------------------------

-- What an event is to somebody. Whose own event has no mark saw what they wrote.
CREATE TABLE event_mark (
    account_id TEXT NOT NULL REFERENCES account (id),
    event_id   TEXT NOT NULL REFERENCES event (id),
    seen       INTEGER NOT NULL CHECK (seen >= 0),    -- rev + last_reply of the event, as they were seen
    me_too     INTEGER NOT NULL CHECK (me_too IN (0, 1)),
    following  INTEGER NOT NULL CHECK (following IN (0, 1)),
    muted      INTEGER NOT NULL CHECK (muted IN (0, 1)),
    alias      TEXT,                                  -- under which they write anonymously in its thread
    PRIMARY KEY (account_id, event_id)
) WITHOUT ROWID;
CREATE INDEX event_mark_by_event ON event_mark (event_id);
CREATE INDEX event_mark_following ON event_mark (event_id) WHERE following = 1;
CREATE INDEX event_mark_muted ON event_mark (event_id) WHERE muted = 1;

-- No row: the standard ones.
CREATE TABLE preference (
    account_id TEXT PRIMARY KEY REFERENCES account (id),
    reminders  TEXT NOT NULL                          -- JSON array: minutes before a due date
) WITHOUT ROWID;

CREATE TABLE muted_course (
    account_id TEXT NOT NULL REFERENCES account (id),
    course_id  TEXT NOT NULL REFERENCES course (id),
    PRIMARY KEY (account_id, course_id)
) WITHOUT ROWID;
CREATE INDEX muted_course_by_course ON muted_course (course_id);

-- Sections that somebody watches for seats. A watch ends with its term, and when the section is withdrawn.
CREATE TABLE seat_watch (
    account_id TEXT NOT NULL REFERENCES account (id),
    section_id TEXT NOT NULL REFERENCES section (id),
    since      INTEGER NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('unknown', 'full', 'few', 'open')), -- the last that was known
    PRIMARY KEY (account_id, section_id)
) WITHOUT ROWID;
CREATE INDEX seat_watch_by_section ON seat_watch (section_id);

-- An inbox. Which of the columns behind the kind are there follows from it.
CREATE TABLE notification (
    id           TEXT PRIMARY KEY,
    account_id   TEXT NOT NULL REFERENCES account (id),
    kind         TEXT NOT NULL,                       -- 'seatOpened', 'fewSeatsLeft', ...; later versions add some
    course_id    TEXT REFERENCES course (id),
    section_id   TEXT REFERENCES section (id),
    section_code TEXT,                                -- this and the counts as they were when it was written
    capacity     INTEGER,
    enrolled     INTEGER,
    event_id     TEXT REFERENCES event (id),
    reply_id     TEXT REFERENCES reply (id),
    text         TEXT,                                -- a reason that somebody gave
    minutes      INTEGER,                             -- how long before a due date it was told
    created_at   INTEGER NOT NULL,
    read_at      INTEGER,
    CHECK ((section_id IS NULL) = (section_code IS NULL))
);
CREATE INDEX notification_by_account ON notification (account_id, created_at, id);
CREATE INDEX notification_by_event ON notification (event_id, account_id) WHERE event_id IS NOT NULL;

-- What is kept of a notice beside its event.
CREATE TABLE notice (
    event_id TEXT PRIMARY KEY REFERENCES event (id),
    sending  TEXT,                                    -- identity of the request that sent it, with those to other courses
    activity INTEGER NOT NULL CHECK (activity >= 1)   -- the event's since it says what it says: who saw that has seen it
) WITHOUT ROWID;
CREATE INDEX notice_by_sending ON notice (sending) WHERE sending IS NOT NULL;

-- The reminders that were made, until the date is past: for everyone who wanted one so many minutes before it.
CREATE TABLE due_reminder (
    event_id TEXT NOT NULL REFERENCES event (id),
    due      INTEGER NOT NULL,
    minutes  INTEGER NOT NULL,
    PRIMARY KEY (event_id, due, minutes)
) WITHOUT ROWID;

-- Who answers for a course ------------------------------------------------------------------------------------

-- Whose email is known to be theirs. A changed email no longer is.
CREATE TABLE verified_email (
    account_id  TEXT PRIMARY KEY REFERENCES account (id),
    verified_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Under which emails the instructors sign in whom a term's catalog names, as an operator entered them.
CREATE TABLE instructor_email (
    term_id    TEXT NOT NULL REFERENCES term (id),
    instructor TEXT NOT NULL,                         -- all sections that name this one; '' for a single section. See InstructorEmail.key
    crn        TEXT NOT NULL,                         -- a single section; '' for all of an instructor
    email_key  TEXT NOT NULL,
    PRIMARY KEY (term_id, instructor, crn, email_key),
    CHECK ((instructor = '') <> (crn = ''))
) WITHOUT ROWID;

-- Whom the catalog names for which section. What it gave goes when it names them no longer; a place that somebody gave or
-- took by hand is theirs to take or give.
CREATE TABLE instructor_claim (
    account_id TEXT NOT NULL REFERENCES account (id),
    section_id TEXT NOT NULL REFERENCES section (id),
    given      INTEGER NOT NULL CHECK (given IN (0, 1)), -- whether the staff place is there by the catalog alone
    PRIMARY KEY (account_id, section_id)
) WITHOUT ROWID;

-- What staff removed and may bring back; when, by whom and why stands with the event or reply.
CREATE TABLE removal (
    event_id  TEXT NOT NULL REFERENCES event (id),
    reply_id  TEXT REFERENCES reply (id),             -- null: the event itself
    course_id TEXT NOT NULL REFERENCES course (id)
);
CREATE UNIQUE INDEX removal_by_event ON removal (event_id, COALESCE(reply_id, ''));
CREATE INDEX removal_by_course ON removal (course_id);

CREATE TABLE report (
    position    INTEGER PRIMARY KEY,                  -- in the order in which they came
    id          TEXT NOT NULL UNIQUE,
    event_id    TEXT NOT NULL REFERENCES event (id),
    reply_id    TEXT REFERENCES reply (id),           -- null: the event itself
    course_id   TEXT NOT NULL REFERENCES course (id),
    reporter_id TEXT NOT NULL REFERENCES account (id),
    reason      TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 1000),
    created_at  INTEGER NOT NULL,
    resolved_at INTEGER,
    resolved_by TEXT REFERENCES account (id),
    CHECK ((resolved_at IS NULL) = (resolved_by IS NULL))
);
CREATE UNIQUE INDEX report_open ON report (event_id, COALESCE(reply_id, ''), reporter_id) WHERE resolved_at IS NULL;
CREATE INDEX report_by_course ON report (course_id, position);

-- Who did what that may have to be answered for. It names people by their ids alone, and can only grow.
CREATE TABLE audit (
    number    INTEGER PRIMARY KEY,                    -- 1, 2, 3, ... without gaps
    at        INTEGER NOT NULL,
    action    TEXT NOT NULL,                          -- see AuditAction
    actor_id  TEXT REFERENCES account (id),           -- null: the operator, the catalog, or somebody unknown
    subject   TEXT,                                   -- the id of what it was done to
    course_id TEXT REFERENCES course (id),
    detail    TEXT
);
-- REPLACE deletes without asking the trigger for deletions; this one it does ask.
CREATE TRIGGER audit_in_order BEFORE INSERT ON audit
WHEN NEW.number <> (SELECT COALESCE(max(number), 0) + 1 FROM audit)
BEGIN SELECT RAISE(ABORT, 'the audit log is written in order'); END;
CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is not changed'); END;
CREATE TRIGGER audit_kept BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is not shortened'); END;

-- Search: an index of all texts that follows the log ------------------------------------------------------------

CREATE TABLE search_state (
    id       INTEGER PRIMARY KEY CHECK (id = 1),
    "offset" INTEGER NOT NULL                         -- rows of the log up to here are in the index
);
INSERT INTO search_state VALUES (1, 0);

-- Events and replies to be looked at again, whatever the log says.
CREATE TABLE search_pending (
    subject TEXT PRIMARY KEY,
    type    TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE search_document (
    id       INTEGER PRIMARY KEY,                     -- second of writing, then 20 random bits, negated: newest first
    subject  TEXT NOT NULL UNIQUE,                    -- of the event or the reply
    event_id TEXT NOT NULL REFERENCES event (id),
    rev      INTEGER NOT NULL                         -- at which its texts were taken
);
CREATE INDEX search_document_by_event ON search_document (event_id);

CREATE VIRTUAL TABLE search_text USING fts5 (
    title, body, tags, facets, columnsize = 0, tokenize = 'porter unicode61 remove_diacritics 2'
);
-- In idle moments two pieces of the index are merged already.
INSERT INTO search_text (search_text, rank) VALUES ('usermerge', 2);

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
    staff_author TEXT,                                -- JSON of the author as staff see them, spliced into the body for staff
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

-- Its content -------------------------------------------------------------------------------------------------

INSERT INTO "account" VALUES('00000000-0000-7000-8000-00000000000a','ada@example.edu','ada@example.edu','Ada','ada','student','hash',1795295870,NULL);
INSERT INTO "account" VALUES('00000000-0000-7000-8000-00000000000b','ben@example.edu','ben@example.edu','Ben B.','ben','student','hash',1795295870,NULL);
INSERT INTO "account" VALUES('00000000-0000-7000-8000-00000000000c','cyd@example.edu','cyd@example.edu','Cyd','cyd','student','hash',1795295870,NULL);
INSERT INTO "audit" VALUES(1,1795295870,'signedIn','00000000-0000-7000-8000-00000000000a','01a1fff8-ff02-7338-9d9a-e9e8d56aabf4',NULL,NULL);
INSERT INTO "audit" VALUES(2,1795295870,'signedIn','00000000-0000-7000-8000-00000000000b','01a1fff8-ff22-79a8-a7bc-e7e20d9ffe9b',NULL,NULL);
INSERT INTO "audit" VALUES(3,1795295870,'signedIn','00000000-0000-7000-8000-00000000000c','01a1fff8-ff3a-7795-ae80-fe6334238b9b',NULL,NULL);
INSERT INTO "audit" VALUES(4,1795295870,'staffGranted',NULL,'00000000-0000-7000-8000-00000000000c','202530.CMPT225','202530.CMPT225');
INSERT INTO "audit" VALUES(5,1795295870,'staffGranted',NULL,'00000000-0000-7000-8000-00000000000c','202530.CMPT225','202530.1002');
INSERT INTO "audit" VALUES(6,1795295870,'removed','00000000-0000-7000-8000-00000000000c','01a1fff8-fc30-7d3e-a630-b656edefdcd1','202530.CMPT225','off');
INSERT INTO "course" VALUES('202530.CMPT225','202530','CMPT','225','Data Structures','3','','[]','',4,'cmpt225 cmpt 225 data structures',0);
INSERT INTO "due_change" VALUES('01a1fff8-fc30-7823-a73e-fbb8fe4292de',1,1760126400,1760212800,'00000000-0000-7000-8000-00000000000c',1795295870);
INSERT INTO "due_change" VALUES('01a1fff8-fc30-7823-a73e-fbb8fe4292de',2,1760212800,1760299200,'00000000-0000-7000-8000-00000000000c',1795295870);
INSERT INTO "due_change" VALUES('01a1fff8-fc30-7823-a73e-fbb8fe4292de',3,1760299200,1760385600,'00000000-0000-7000-8000-00000000000c',1795295870);
INSERT INTO "enrollment" VALUES('00000000-0000-7000-8000-00000000000a','202530.1000','202530.CMPT225','202530.1000','student',1795295870,1);
INSERT INTO "enrollment" VALUES('00000000-0000-7000-8000-00000000000b','202530.1000','202530.CMPT225','202530.1000','student',1795295870,6);
INSERT INTO "enrollment" VALUES('00000000-0000-7000-8000-00000000000c','202530.1002','202530.CMPT225','202530.1002','staff',1795295870,9);
INSERT INTO "enrollment" VALUES('00000000-0000-7000-8000-00000000000c','202530.CMPT225','202530.CMPT225',NULL,'staff',1795295870,12);
INSERT INTO "event" VALUES('01a1fff8-fc30-7ea7-8895-37321b837336','202530.CMPT225',1,'00000000-0000-7000-8000-00000000000a','question','Is it open book?','','[]',NULL,NULL,'public',1795295870,NULL,1,2,1,'Yes, @ada',NULL,NULL,NULL,'d6614bf6-1567-4a58-8053-fcd9237bd7a2',NULL,NULL,0,0);
INSERT INTO "event" VALUES('01a1fff8-fc30-7a9a-a08c-360f427acac8','202530.CMPT225',2,'00000000-0000-7000-8000-00000000000a','note','My own plan','','[]',NULL,NULL,'private',1795295870,NULL,1,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "event" VALUES('01a1fff8-fc30-7823-a73e-fbb8fe4292de','202530.CMPT225',3,'00000000-0000-7000-8000-00000000000c','exam','Midterm','','[]',1760385600,'2025-10-13','public',1795295870,1795295870,4,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "event" VALUES('01a1fff8-fc30-7c29-a674-5706e2671ea9','202530.CMPT225',4,'00000000-0000-7000-8000-00000000000c','notice','Room 9001','','[]',NULL,NULL,'public',1795295870,NULL,1,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "event_mark" VALUES('00000000-0000-7000-8000-00000000000a','01a1fff8-fc30-7ea7-8895-37321b837336',1,0,0,0,'d6614bf6-1567-4a58-8053-fcd9237bd7a2');
INSERT INTO "event_mark" VALUES('00000000-0000-7000-8000-00000000000b','01a1fff8-fc30-7ea7-8895-37321b837336',3,0,0,0,NULL);
INSERT INTO "event_section" VALUES('01a1fff8-fc30-7c29-a674-5706e2671ea9','202530.1000');
INSERT INTO "former_enrollment" VALUES('00000000-0000-7000-8000-00000000000a','202530.CMPT225','202530.1001','student',1795295870,3,42);
INSERT INTO "log" VALUES(1,1795295870,'scopeGranted','','202530.1000',NULL,'202530.CMPT225','202530.1000',0,NULL,NULL);
INSERT INTO "log" VALUES(2,1795295870,'upsert','enrollment','202530.1000',NULL,'202530.CMPT225',NULL,0,NULL,'{"course":"202530.CMPT225","role":"student","section":"202530.1000","since":"2026-11-21T21:17:50Z"}');
INSERT INTO "log" VALUES(3,1795295870,'scopeGranted','','202530.1001',NULL,'202530.CMPT225','202530.1001',0,NULL,NULL);
INSERT INTO "log" VALUES(4,1795295870,'upsert','enrollment','202530.1001',NULL,'202530.CMPT225',NULL,0,NULL,'{"course":"202530.CMPT225","role":"student","section":"202530.1001","since":"2026-11-21T21:17:50Z"}');
INSERT INTO "log" VALUES(5,1795295870,'upsert','course','202530.CMPT225',NULL,'202530.CMPT225',NULL,0,NULL,'{"attributes":[],"credits":3,"description":"","id":"202530.CMPT225","number":"225","prerequisites":"","sections":[{"capacity":null,"code":"D100","components":[{"kind":"LEC","sections":["202530.1001","202530.1002"]}],"crn":"1000","enrolled":null,"id":"202530.1000","instructors":[],"kind":"LEC","meetings":[{"days":"MWF","end":"11:20","endsOn":"2025-12-02","place":"","start":"10:30","startsOn":"2025-09-03"}]},{"capacity":null,"code":"D101","components":[],"crn":"1001","enrolled":null,"id":"202530.1001","instructors":[],"kind":"LEC","meetings":[{"days":"MWF","end":"11:20","endsOn":"2025-12-02","place":"","start":"10:30","startsOn":"2025-09-03"}]},{"capacity":null,"code":"D102","components":[],"crn":"1002","enrolled":null,"id":"202530.1002","instructors":[],"kind":"LEC","meetings":[{"days":"MWF","end":"11:20","endsOn":"2025-12-02","place":"","start":"10:30","startsOn":"2025-09-03"}]}],"subject":"CMPT","term":"202530","title":"Data Structures"}');
INSERT INTO "log" VALUES(6,1795295870,'scopeGranted','','202530.1000',NULL,'202530.CMPT225','202530.1000',0,NULL,NULL);
INSERT INTO "log" VALUES(7,1795295870,'upsert','enrollment','202530.1000',NULL,'202530.CMPT225',NULL,0,NULL,'{"course":"202530.CMPT225","role":"student","section":"202530.1000","since":"2026-11-21T21:17:50Z"}');
INSERT INTO "log" VALUES(8,1795295870,'upsert','course','202530.CMPT225',NULL,'202530.CMPT225',NULL,0,NULL,'{"attributes":[],"credits":3,"description":"","id":"202530.CMPT225","number":"225","prerequisites":"","sections":[{"capacity":null,"code":"D100","components":[{"kind":"LEC","sections":["202530.1001","202530.1002"]}],"crn":"1000","enrolled":null,"id":"202530.1000","instructors":[],"kind":"LEC","meetings":[{"days":"MWF","end":"11:20","endsOn":"2025-12-02","place":"","start":"10:30","startsOn":"2025-09-03"}]},{"capacity":null,"code":"D101","components":[],"crn":"1001","enrolled":null,"id":"202530.1001","instructors":[],"kind":"LEC","meetings":[{"days":"MWF","end":"11:20","endsOn":"2025-12-02","place":"","start":"10:30","startsOn":"2025-09-03"}]},{"capacity":null,"code":"D102","components":[],"crn":"1002","enrolled":null,"id":"202530.1002","instructors":[],"kind":"LEC","meetings":[{"days":"MWF","end":"11:20","endsOn":"2025-12-02","place":"","start":"10:30","startsOn":"2025-09-03"}]}],"subject":"CMPT","term":"202530","title":"Data Structures"}');
INSERT INTO "log" VALUES(9,1795295870,'scopeGranted','','202530.1002',NULL,'202530.CMPT225','202530.1002',0,NULL,NULL);
INSERT INTO "log" VALUES(10,1795295870,'upsert','enrollment','202530.1002',NULL,'202530.CMPT225',NULL,0,NULL,'{"course":"202530.CMPT225","role":"student","section":"202530.1002","since":"2026-11-21T21:17:50Z"}');
INSERT INTO "log" VALUES(11,1795295870,'upsert','course','202530.CMPT225',NULL,'202530.CMPT225',NULL,0,NULL,'{"attributes":[],"credits":3,"description":"","id":"202530.CMPT225","number":"225","prerequisites":"","sections":[{"capacity":null,"code":"D100","components":[{"kind":"LEC","sections":["202530.1001","202530.1002"]}],"crn":"1000","enrolled":null,"id":"202530.1000","instructors":[],"kind":"LEC","meetings":[{"days":"MWF","end":"11:20","endsOn":"2025-12-02","place":"","start":"10:30","startsOn":"2025-09-03"}]},{"capacity":null,"code":"D101","components":[],"crn":"1001","enrolled":null,"id":"202530.1001","instructors":[],"kind":"LEC","meetings":[{"days":"MWF","end":"11:20","endsOn":"2025-12-02","place":"","start":"10:30","startsOn":"2025-09-03"}]},{"capacity":null,"code":"D102","components":[],"crn":"1002","enrolled":null,"id":"202530.1002","instructors":[],"kind":"LEC","meetings":[{"days":"MWF","end":"11:20","endsOn":"2025-12-02","place":"","start":"10:30","startsOn":"2025-09-03"}]}],"subject":"CMPT","term":"202530","title":"Data Structures"}');
INSERT INTO "log" VALUES(12,1795295870,'scopeGranted','','202530.CMPT225',NULL,'202530.CMPT225',NULL,0,NULL,NULL);
INSERT INTO "log" VALUES(13,1795295870,'upsert','enrollment','202530.CMPT225',NULL,'202530.CMPT225',NULL,0,NULL,'{"course":"202530.CMPT225","role":"staff","section":null,"since":"2026-11-21T21:17:50Z"}');
INSERT INTO "log" VALUES(14,1795295870,'scopeGranted','','202530.1002',NULL,'202530.CMPT225','202530.1002',0,NULL,NULL);
INSERT INTO "log" VALUES(15,1795295870,'upsert','enrollment','202530.1002',NULL,'202530.CMPT225',NULL,0,NULL,'{"course":"202530.CMPT225","role":"staff","section":"202530.1002","since":"2026-11-21T21:17:50Z"}');
INSERT INTO "log" VALUES(16,1795295870,'upsert','mark','01a1fff8-fc30-7ea7-8895-37321b837336',NULL,NULL,NULL,0,NULL,'{"alias":"d6614bf6-1567-4a58-8053-fcd9237bd7a2","course":"202530.CMPT225","event":"01a1fff8-fc30-7ea7-8895-37321b837336","following":false,"meToo":false,"mine":true,"muted":false,"seen":1}');
INSERT INTO "log" VALUES(17,1795295870,'upsert','event','01a1fff8-fc30-7ea7-8895-37321b837336',1,'202530.CMPT225',NULL,0,'{"displayName":"Ada","email":"ada@example.edu","handle":"ada","id":"00000000-0000-7000-8000-00000000000a","role":"student"}','{"accepted":null,"activity":1,"anonymous":true,"attachments":[],"author":{"displayName":"Anonymous","id":"d6614bf6-1567-4a58-8053-fcd9237bd7a2","role":"student"},"body":"","course":"202530.CMPT225","createdAt":"2026-11-21T21:17:50Z","due":null,"dueHistory":[],"editedAt":null,"endorsed":null,"id":"01a1fff8-fc30-7ea7-8895-37321b837336","kind":"question","latestText":"Is it open book?","meToo":0,"mustRead":false,"number":1,"replyCount":0,"rev":1,"sections":[],"tags":[],"title":"Is it open book?","visibility":"public"}');
INSERT INTO "log" VALUES(18,1795295870,'upsert','reply','01a1fff8-fc30-7046-b496-d7d467627be9',1,'202530.CMPT225',NULL,0,'{"displayName":"Ben","email":"ben@example.edu","handle":"ben","id":"00000000-0000-7000-8000-00000000000b","role":"student"}','{"anonymous":false,"attachments":[],"author":{"displayName":"Ben","handle":"ben","id":"00000000-0000-7000-8000-00000000000b","role":"student"},"body":"Yes, @ada","createdAt":"2026-11-21T21:17:50Z","editedAt":null,"event":"01a1fff8-fc30-7ea7-8895-37321b837336","id":"01a1fff8-fc30-7046-b496-d7d467627be9","number":1,"parent":null,"rev":1}');
INSERT INTO "log" VALUES(19,1795295870,'upsert','event','01a1fff8-fc30-7ea7-8895-37321b837336',1,'202530.CMPT225',NULL,0,'{"displayName":"Ada","email":"ada@example.edu","handle":"ada","id":"00000000-0000-7000-8000-00000000000a","role":"student"}','{"accepted":null,"activity":2,"anonymous":true,"attachments":[],"author":{"displayName":"Anonymous","id":"d6614bf6-1567-4a58-8053-fcd9237bd7a2","role":"student"},"body":"","course":"202530.CMPT225","createdAt":"2026-11-21T21:17:50Z","due":null,"dueHistory":[],"editedAt":null,"endorsed":null,"id":"01a1fff8-fc30-7ea7-8895-37321b837336","kind":"question","latestText":"Yes, @ada","meToo":0,"mustRead":false,"number":1,"replyCount":1,"rev":1,"sections":[],"tags":[],"title":"Is it open book?","visibility":"public"}');
INSERT INTO "log" VALUES(20,1795295870,'upsert','mark','01a1fff8-fc30-7ea7-8895-37321b837336',NULL,NULL,NULL,0,NULL,'{"alias":null,"course":"202530.CMPT225","event":"01a1fff8-fc30-7ea7-8895-37321b837336","following":false,"meToo":false,"mine":false,"muted":false,"seen":2}');
INSERT INTO "log" VALUES(21,1795295870,'upsert','notification','01a1fff8-fc30-7000-8000-0014f94b5e72',NULL,NULL,NULL,0,NULL,'{"course":"202530.CMPT225","createdAt":"2026-11-21T21:17:50Z","event":"01a1fff8-fc30-7ea7-8895-37321b837336","id":"01a1fff8-fc30-7000-8000-0014f94b5e72","kind":"mention","minutes":null,"readAt":null,"reply":"01a1fff8-fc30-7046-b496-d7d467627be9","section":null,"text":null}');
INSERT INTO "log" VALUES(22,1795295870,'upsert','reply','01a1fff8-fc30-7d3e-a630-b656edefdcd1',1,'202530.CMPT225',NULL,0,'{"displayName":"Ben","email":"ben@example.edu","handle":"ben","id":"00000000-0000-7000-8000-00000000000b","role":"student"}','{"anonymous":false,"attachments":[],"author":{"displayName":"Ben","handle":"ben","id":"00000000-0000-7000-8000-00000000000b","role":"student"},"body":"Off topic","createdAt":"2026-11-21T21:17:50Z","editedAt":null,"event":"01a1fff8-fc30-7ea7-8895-37321b837336","id":"01a1fff8-fc30-7d3e-a630-b656edefdcd1","number":2,"parent":null,"rev":1}');
INSERT INTO "log" VALUES(23,1795295870,'upsert','event','01a1fff8-fc30-7ea7-8895-37321b837336',1,'202530.CMPT225',NULL,0,'{"displayName":"Ada","email":"ada@example.edu","handle":"ada","id":"00000000-0000-7000-8000-00000000000a","role":"student"}','{"accepted":null,"activity":3,"anonymous":true,"attachments":[],"author":{"displayName":"Anonymous","id":"d6614bf6-1567-4a58-8053-fcd9237bd7a2","role":"student"},"body":"","course":"202530.CMPT225","createdAt":"2026-11-21T21:17:50Z","due":null,"dueHistory":[],"editedAt":null,"endorsed":null,"id":"01a1fff8-fc30-7ea7-8895-37321b837336","kind":"question","latestText":"Off topic","meToo":0,"mustRead":false,"number":1,"replyCount":2,"rev":1,"sections":[],"tags":[],"title":"Is it open book?","visibility":"public"}');
INSERT INTO "log" VALUES(24,1795295870,'upsert','mark','01a1fff8-fc30-7ea7-8895-37321b837336',NULL,NULL,NULL,0,NULL,'{"alias":null,"course":"202530.CMPT225","event":"01a1fff8-fc30-7ea7-8895-37321b837336","following":false,"meToo":false,"mine":false,"muted":false,"seen":3}');
INSERT INTO "log" VALUES(25,1795295870,'upsert','notification','01a1fff8-fc30-7000-8000-0018a412eca6',NULL,NULL,NULL,0,NULL,'{"course":"202530.CMPT225","createdAt":"2026-11-21T21:17:50Z","event":"01a1fff8-fc30-7ea7-8895-37321b837336","id":"01a1fff8-fc30-7000-8000-0018a412eca6","kind":"reply","minutes":null,"readAt":null,"reply":"01a1fff8-fc30-7d3e-a630-b656edefdcd1","section":null,"text":null}');
INSERT INTO "log" VALUES(26,1795295870,'remove','reply','01a1fff8-fc30-7d3e-a630-b656edefdcd1',NULL,'202530.CMPT225',NULL,0,NULL,NULL);
INSERT INTO "log" VALUES(27,1795295870,'upsert','event','01a1fff8-fc30-7ea7-8895-37321b837336',1,'202530.CMPT225',NULL,0,'{"displayName":"Ada","email":"ada@example.edu","handle":"ada","id":"00000000-0000-7000-8000-00000000000a","role":"student"}','{"accepted":null,"activity":3,"anonymous":true,"attachments":[],"author":{"displayName":"Anonymous","id":"d6614bf6-1567-4a58-8053-fcd9237bd7a2","role":"student"},"body":"","course":"202530.CMPT225","createdAt":"2026-11-21T21:17:50Z","due":null,"dueHistory":[],"editedAt":null,"endorsed":null,"id":"01a1fff8-fc30-7ea7-8895-37321b837336","kind":"question","latestText":"Yes, @ada","meToo":0,"mustRead":false,"number":1,"replyCount":1,"rev":1,"sections":[],"tags":[],"title":"Is it open book?","visibility":"public"}');
INSERT INTO "log" VALUES(28,1795295870,'remove','notification','01a1fff8-fc30-7000-8000-0018a412eca6',NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO "log" VALUES(29,1795295870,'upsert','removal','01a1fff8-fc30-7d3e-a630-b656edefdcd1',NULL,'202530.CMPT225',NULL,0,NULL,'{"course":"202530.CMPT225","event":"01a1fff8-fc30-7ea7-8895-37321b837336","id":"01a1fff8-fc30-7d3e-a630-b656edefdcd1","number":1,"reason":"off","removedAt":"2026-11-21T21:17:50Z","reply":true,"replyNumber":2,"title":"Is it open book?"}');
INSERT INTO "log" VALUES(30,1795295870,'upsert','removal','01a1fff8-fc30-7d3e-a630-b656edefdcd1',NULL,'202530.CMPT225',NULL,1,NULL,'{"course":"202530.CMPT225","event":"01a1fff8-fc30-7ea7-8895-37321b837336","id":"01a1fff8-fc30-7d3e-a630-b656edefdcd1","number":1,"reason":null,"removedAt":"2026-11-21T21:17:50Z","reply":true,"replyNumber":2,"title":null}');
INSERT INTO "log" VALUES(31,1795295870,'upsert','notification','01a1fff8-fc30-7000-8000-001e35861f50',NULL,NULL,NULL,0,NULL,'{"course":"202530.CMPT225","createdAt":"2026-11-21T21:17:50Z","event":"01a1fff8-fc30-7ea7-8895-37321b837336","id":"01a1fff8-fc30-7000-8000-001e35861f50","kind":"removed","minutes":null,"readAt":null,"reply":"01a1fff8-fc30-7d3e-a630-b656edefdcd1","section":null,"text":"off"}');
INSERT INTO "log" VALUES(32,1795295870,'upsert','event','01a1fff8-fc30-7a9a-a08c-360f427acac8',1,'202530.CMPT225',NULL,0,'{"displayName":"Ada","email":"ada@example.edu","handle":"ada","id":"00000000-0000-7000-8000-00000000000a","role":"student"}','{"accepted":null,"activity":1,"anonymous":false,"attachments":[],"author":{"displayName":"Ada","handle":"ada","id":"00000000-0000-7000-8000-00000000000a","role":"student"},"body":"","course":"202530.CMPT225","createdAt":"2026-11-21T21:17:50Z","due":null,"dueHistory":[],"editedAt":null,"endorsed":null,"id":"01a1fff8-fc30-7a9a-a08c-360f427acac8","kind":"note","latestText":"My own plan","meToo":0,"mustRead":false,"number":2,"replyCount":0,"rev":1,"sections":[],"tags":[],"title":"My own plan","visibility":"private"}');
INSERT INTO "log" VALUES(33,1795295870,'upsert','event','01a1fff8-fc30-7823-a73e-fbb8fe4292de',1,'202530.CMPT225',NULL,0,'{"displayName":"Cyd","email":"cyd@example.edu","handle":"cyd","id":"00000000-0000-7000-8000-00000000000c","role":"student"}','{"accepted":null,"activity":1,"anonymous":false,"attachments":[],"author":{"displayName":"Cyd","handle":"cyd","id":"00000000-0000-7000-8000-00000000000c","role":"student"},"body":"","course":"202530.CMPT225","createdAt":"2026-11-21T21:17:50Z","due":"2025-10-10T20:00:00Z","dueHistory":[],"editedAt":null,"endorsed":null,"id":"01a1fff8-fc30-7823-a73e-fbb8fe4292de","kind":"exam","latestText":"Midterm","meToo":0,"mustRead":false,"number":3,"replyCount":0,"rev":1,"sections":[],"tags":[],"title":"Midterm","visibility":"public"}');
INSERT INTO "log" VALUES(34,1795295870,'upsert','event','01a1fff8-fc30-7823-a73e-fbb8fe4292de',2,'202530.CMPT225',NULL,0,'{"displayName":"Cyd","email":"cyd@example.edu","handle":"cyd","id":"00000000-0000-7000-8000-00000000000c","role":"student"}','{"accepted":null,"activity":2,"anonymous":false,"attachments":[],"author":{"displayName":"Cyd","handle":"cyd","id":"00000000-0000-7000-8000-00000000000c","role":"student"},"body":"","course":"202530.CMPT225","createdAt":"2026-11-21T21:17:50Z","due":"2025-10-11T20:00:00Z","dueHistory":[{"at":"2026-11-21T21:17:50Z","by":{"displayName":"Cyd","handle":"cyd","id":"00000000-0000-7000-8000-00000000000c","role":"student"},"from":"2025-10-10T20:00:00Z","to":"2025-10-11T20:00:00Z"}],"editedAt":"2026-11-21T21:17:50Z","endorsed":null,"id":"01a1fff8-fc30-7823-a73e-fbb8fe4292de","kind":"exam","latestText":"Midterm","meToo":0,"mustRead":false,"number":3,"replyCount":0,"rev":2,"sections":[],"tags":[],"title":"Midterm","visibility":"public"}');
INSERT INTO "log" VALUES(35,1795295870,'upsert','event','01a1fff8-fc30-7823-a73e-fbb8fe4292de',3,'202530.CMPT225',NULL,0,'{"displayName":"Cyd","email":"cyd@example.edu","handle":"cyd","id":"00000000-0000-7000-8000-00000000000c","role":"student"}','{"accepted":null,"activity":3,"anonymous":false,"attachments":[],"author":{"displayName":"Cyd","handle":"cyd","id":"00000000-0000-7000-8000-00000000000c","role":"student"},"body":"","course":"202530.CMPT225","createdAt":"2026-11-21T21:17:50Z","due":"2025-10-12T20:00:00Z","dueHistory":[{"at":"2026-11-21T21:17:50Z","by":{"displayName":"Cyd","handle":"cyd","id":"00000000-0000-7000-8000-00000000000c","role":"student"},"from":"2025-10-10T20:00:00Z","to":"2025-10-11T20:00:00Z"},{"at":"2026-11-21T21:17:50Z","by":{"displayName":"Cyd","handle":"cyd","id":"00000000-0000-7000-8000-00000000000c","role":"student"},"from":"2025-10-11T20:00:00Z","to":"2025-10-12T20:00:00Z"}],"editedAt":"2026-11-21T21:17:50Z","endorsed":null,"id":"01a1fff8-fc30-7823-a73e-fbb8fe4292de","kind":"exam","latestText":"Midterm","meToo":0,"mustRead":false,"number":3,"replyCount":0,"rev":3,"sections":[],"tags":[],"title":"Midterm","visibility":"public"}');
INSERT INTO "log" VALUES(36,1795295870,'upsert','event','01a1fff8-fc30-7823-a73e-fbb8fe4292de',4,'202530.CMPT225',NULL,0,'{"displayName":"Cyd","email":"cyd@example.edu","handle":"cyd","id":"00000000-0000-7000-8000-00000000000c","role":"student"}','{"accepted":null,"activity":4,"anonymous":false,"attachments":[],"author":{"displayName":"Cyd","handle":"cyd","id":"00000000-0000-7000-8000-00000000000c","role":"student"},"body":"","course":"202530.CMPT225","createdAt":"2026-11-21T21:17:50Z","due":"2025-10-13T20:00:00Z","dueHistory":[{"at":"2026-11-21T21:17:50Z","by":{"displayName":"Cyd","handle":"cyd","id":"00000000-0000-7000-8000-00000000000c","role":"student"},"from":"2025-10-10T20:00:00Z","to":"2025-10-11T20:00:00Z"},{"at":"2026-11-21T21:17:50Z","by":{"displayName":"Cyd","handle":"cyd","id":"00000000-0000-7000-8000-00000000000c","role":"student"},"from":"2025-10-11T20:00:00Z","to":"2025-10-12T20:00:00Z"},{"at":"2026-11-21T21:17:50Z","by":{"displayName":"Cyd","handle":"cyd","id":"00000000-0000-7000-8000-00000000000c","role":"student"},"from":"2025-10-12T20:00:00Z","to":"2025-10-13T20:00:00Z"}],"editedAt":"2026-11-21T21:17:50Z","endorsed":null,"id":"01a1fff8-fc30-7823-a73e-fbb8fe4292de","kind":"exam","latestText":"Midterm","meToo":0,"mustRead":false,"number":3,"replyCount":0,"rev":4,"sections":[],"tags":[],"title":"Midterm","visibility":"public"}');
INSERT INTO "log" VALUES(37,1795295870,'upsert','event','01a1fff8-fc30-7c29-a674-5706e2671ea9',1,'202530.CMPT225',NULL,0,'{"displayName":"Cyd","email":"cyd@example.edu","handle":"cyd","id":"00000000-0000-7000-8000-00000000000c","role":"student"}','{"accepted":null,"activity":1,"anonymous":false,"attachments":[],"author":{"displayName":"Cyd","handle":"cyd","id":"00000000-0000-7000-8000-00000000000c","role":"student"},"body":"","course":"202530.CMPT225","createdAt":"2026-11-21T21:17:50Z","due":null,"dueHistory":[],"editedAt":null,"endorsed":null,"id":"01a1fff8-fc30-7c29-a674-5706e2671ea9","kind":"notice","latestText":"Room 9001","meToo":0,"mustRead":false,"number":4,"replyCount":0,"rev":1,"sections":["202530.1000"],"tags":[],"title":"Room 9001","visibility":"public"}');
INSERT INTO "log" VALUES(38,1795295870,'upsert','notification','01a1fff8-fc30-7000-8000-002596115bff',NULL,NULL,NULL,0,NULL,'{"course":"202530.CMPT225","createdAt":"2026-11-21T21:17:50Z","event":"01a1fff8-fc30-7c29-a674-5706e2671ea9","id":"01a1fff8-fc30-7000-8000-002596115bff","kind":"notice","minutes":null,"readAt":null,"reply":null,"section":null,"text":null}');
INSERT INTO "log" VALUES(39,1795295870,'upsert','notification','01a1fff8-fc30-7000-8000-00260b781a8c',NULL,NULL,NULL,0,NULL,'{"course":"202530.CMPT225","createdAt":"2026-11-21T21:17:50Z","event":"01a1fff8-fc30-7c29-a674-5706e2671ea9","id":"01a1fff8-fc30-7000-8000-00260b781a8c","kind":"notice","minutes":null,"readAt":null,"reply":null,"section":null,"text":null}');
INSERT INTO "log" VALUES(40,1795295870,'upsert','account','00000000-0000-7000-8000-00000000000b',NULL,NULL,NULL,0,NULL,'{"displayName":"Ben B.","email":"ben@example.edu","handle":"ben","id":"00000000-0000-7000-8000-00000000000b","role":"student"}');
INSERT INTO "log" VALUES(41,1795295870,'upsert','reply','01a1fff8-fc30-7046-b496-d7d467627be9',NULL,'202530.CMPT225',NULL,0,NULL,NULL);
INSERT INTO "log" VALUES(42,1795295870,'scopeRevoked','','202530.1001',NULL,'202530.CMPT225','202530.1001',0,NULL,NULL);
INSERT INTO "log" VALUES(43,1795295870,'remove','enrollment','202530.1001',NULL,'202530.CMPT225',NULL,0,NULL,NULL);
INSERT INTO "log_head" VALUES(1,'kghwvsvd',43,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000a',1,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000a',2,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000a',3,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000a',4,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000a',5,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000a',16,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000a',21,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000a',25,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000a',28,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000a',32,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000a',38,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000a',42,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000a',43,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000b',6,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000b',7,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000b',8,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000b',20,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000b',24,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000b',29,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000b',30,0,1);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000b',31,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000b',39,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000b',40,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000c',9,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000c',10,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000c',11,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000c',12,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000c',13,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000c',14,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000c',15,1,0);
INSERT INTO "log_topic" VALUES('account:00000000-0000-7000-8000-00000000000c',37,1,0);
INSERT INTO "log_topic" VALUES('course:202530.CMPT225',17,1,0);
INSERT INTO "log_topic" VALUES('course:202530.CMPT225',18,1,0);
INSERT INTO "log_topic" VALUES('course:202530.CMPT225',19,1,0);
INSERT INTO "log_topic" VALUES('course:202530.CMPT225',22,1,0);
INSERT INTO "log_topic" VALUES('course:202530.CMPT225',23,1,0);
INSERT INTO "log_topic" VALUES('course:202530.CMPT225',26,0,1);
INSERT INTO "log_topic" VALUES('course:202530.CMPT225',27,1,0);
INSERT INTO "log_topic" VALUES('course:202530.CMPT225',30,1,0);
INSERT INTO "log_topic" VALUES('course:202530.CMPT225',33,1,0);
INSERT INTO "log_topic" VALUES('course:202530.CMPT225',34,1,1);
INSERT INTO "log_topic" VALUES('course:202530.CMPT225',35,1,1);
INSERT INTO "log_topic" VALUES('course:202530.CMPT225',36,1,1);
INSERT INTO "log_topic" VALUES('course:202530.CMPT225',41,1,0);
INSERT INTO "log_topic" VALUES('section:202530.1000',37,1,0);
INSERT INTO "log_topic" VALUES('staff:202530.CMPT225',29,1,0);
INSERT INTO "log_topic" VALUES('staff:202530.CMPT225',30,0,1);
INSERT INTO "log_topic" VALUES('staff:202530.CMPT225/*',37,1,0);
INSERT INTO "meeting" VALUES('202530.1000',0,'MWF',630,680,'2025-09-03','2025-12-02','');
INSERT INTO "meeting" VALUES('202530.1001',0,'MWF',630,680,'2025-09-03','2025-12-02','');
INSERT INTO "meeting" VALUES('202530.1002',0,'MWF',630,680,'2025-09-03','2025-12-02','');
INSERT INTO "notice" VALUES('01a1fff8-fc30-7c29-a674-5706e2671ea9','01a1fff8-fc30-7d13-b8de-9f287f8379ce',1);
INSERT INTO "notification" VALUES('01a1fff8-fc30-7000-8000-0014f94b5e72','00000000-0000-7000-8000-00000000000a','mention','202530.CMPT225',NULL,NULL,NULL,NULL,'01a1fff8-fc30-7ea7-8895-37321b837336','01a1fff8-fc30-7046-b496-d7d467627be9',NULL,NULL,1795295870,NULL);
INSERT INTO "notification" VALUES('01a1fff8-fc30-7000-8000-001e35861f50','00000000-0000-7000-8000-00000000000b','removed','202530.CMPT225',NULL,NULL,NULL,NULL,'01a1fff8-fc30-7ea7-8895-37321b837336','01a1fff8-fc30-7d3e-a630-b656edefdcd1','off',NULL,1795295870,NULL);
INSERT INTO "notification" VALUES('01a1fff8-fc30-7000-8000-002596115bff','00000000-0000-7000-8000-00000000000a','notice','202530.CMPT225',NULL,NULL,NULL,NULL,'01a1fff8-fc30-7c29-a674-5706e2671ea9',NULL,NULL,NULL,1795295870,NULL);
INSERT INTO "notification" VALUES('01a1fff8-fc30-7000-8000-00260b781a8c','00000000-0000-7000-8000-00000000000b','notice','202530.CMPT225',NULL,NULL,NULL,NULL,'01a1fff8-fc30-7c29-a674-5706e2671ea9',NULL,NULL,NULL,1795295870,NULL);
INSERT INTO "removal" VALUES('01a1fff8-fc30-7ea7-8895-37321b837336','01a1fff8-fc30-7d3e-a630-b656edefdcd1','202530.CMPT225');
INSERT INTO "reply" VALUES('01a1fff8-fc30-7046-b496-d7d467627be9','01a1fff8-fc30-7ea7-8895-37321b837336',1,NULL,'00000000-0000-7000-8000-00000000000b','Yes, @ada',1795295870,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO "reply" VALUES('01a1fff8-fc30-7d3e-a630-b656edefdcd1','01a1fff8-fc30-7ea7-8895-37321b837336',2,NULL,'00000000-0000-7000-8000-00000000000b','Off topic',1795295870,NULL,1,1795295870,'00000000-0000-7000-8000-00000000000c','off',NULL);
INSERT INTO "section" VALUES('202530.1000','202530.CMPT225','1000','D100','LEC','[]',NULL,NULL,'In Person',0);
INSERT INTO "section" VALUES('202530.1001','202530.CMPT225','1001','D101','LEC','[]',NULL,NULL,'In Person',0);
INSERT INTO "section" VALUES('202530.1002','202530.CMPT225','1002','D102','LEC','[]',NULL,NULL,'In Person',0);
INSERT INTO "section_link" VALUES('202530.1000','PRIMARY','202530.1000');
INSERT INTO "section_link" VALUES('202530.1000','LEC','202530.1001');
INSERT INTO "section_link" VALUES('202530.1000','LEC','202530.1002');
INSERT INTO "term" VALUES('202530','Term 202530','2025-09-03','2025-12-02','America/Vancouver');
