-- The schema's truth: what an empty database is made of. Its version is Schema.version in NoteItStore.
--
-- Times are whole seconds since 1970-01-01T00:00:00Z. Identities are UUIDs in lower case, but for the catalog's:
-- a term is '202530', a course '202530.CMPT225', a section '202530.2359'.
-- Lists of plain texts are JSON arrays. Booleans are 0 or 1.

-- People ------------------------------------------------------------------------------------------------------

CREATE TABLE account (
    id           TEXT PRIMARY KEY,
    email        TEXT,                                -- as it was written; null once the person has left
    email_key    TEXT UNIQUE,                         -- as addresses are compared: normalized, in lower case
    display_name TEXT NOT NULL,
    handle       TEXT,                                -- what others mention them by: small ASCII letters, digits, '.', '-'
    role         TEXT NOT NULL CHECK (role IN ('student', 'instructor', 'admin')),
    password     TEXT,                                -- Argon2id, PHC string form
    created_at   INTEGER NOT NULL,
    left_at      INTEGER,
    suspended_at INTEGER,                             -- since when they may not sign in
    CHECK ((left_at IS NULL) = (email IS NOT NULL AND email_key IS NOT NULL AND password IS NOT NULL))
);

-- Handles of people who left, given to nobody else: their HMAC-SHA-256 in hexadecimal, under the key of this database.
CREATE TABLE former_handle (hash TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE handle_key (
    id  INTEGER PRIMARY KEY CHECK (id = 1),
    key TEXT NOT NULL
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
    rotated_at INTEGER,                               -- if it is used again after this, the session is revoked,
    next_hash  TEXT                                   -- but once for a minute, while this token is unused
);
CREATE INDEX refresh_token_by_session ON refresh_token (session_id);

-- One-time codes for people who forgot their password. The operator makes them.
CREATE TABLE password_reset (
    account_id TEXT PRIMARY KEY REFERENCES account (id),
    code_hash  TEXT NOT NULL,                         -- SHA-256 of the code, in hexadecimal
    expires_at INTEGER NOT NULL
) WITHOUT ROWID;

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

-- The minutes between campuses and buildings, in either direction, as an admin entered them. A name is the beginning of a place.
CREATE TABLE way (
    from_place TEXT NOT NULL,
    to_place   TEXT NOT NULL,
    minutes    INTEGER NOT NULL CHECK (minutes BETWEEN 0 AND 240),
    PRIMARY KEY (from_place, to_place),
    CHECK (from_place <> to_place)
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
    withdrawn   INTEGER NOT NULL DEFAULT 0 CHECK (withdrawn IN (0, 1)),
    credits     TEXT,                                 -- of this section; as in course
    campus      TEXT NOT NULL DEFAULT ''
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
    kind         TEXT NOT NULL DEFAULT '',            -- empty where it is the section's
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

-- Enrollment and staff ----------------------------------------------------------------------------------------

CREATE TABLE enrollment (
    account_id TEXT NOT NULL REFERENCES account (id),
    scope      TEXT NOT NULL,                         -- the section; the course for staff of all its sections
    course_id  TEXT NOT NULL REFERENCES course (id),
    section_id TEXT REFERENCES section (id),
    role       TEXT NOT NULL CHECK (role IN ('student', 'staff')),
    since      INTEGER NOT NULL,
    granted_at INTEGER NOT NULL,                      -- log offset of the scopeGranted; they may not read older rows
    PRIMARY KEY (account_id, scope, role),            -- staff of a section may also be its student, and stay one
    CHECK (scope = COALESCE(section_id, course_id)),
    CHECK (role = 'staff' OR section_id IS NOT NULL)
);
CREATE INDEX enrollment_by_course ON enrollment (course_id, account_id);
CREATE INDEX enrollment_of_staff ON enrollment (course_id, account_id) WHERE role = 'staff';

-- Memberships that ended. What was written during a membership still concerns that person, however late they read.
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

-- Events and replies ------------------------------------------------------------------------------------------

CREATE TABLE event (
    id           TEXT PRIMARY KEY,
    course_id    TEXT NOT NULL REFERENCES course (id),
    number       INTEGER NOT NULL,
    author_id    TEXT NOT NULL REFERENCES account (id),
    kind         TEXT NOT NULL CHECK (kind IN ('note', 'question', 'reminder', 'exam', 'notice', 'assignment')),
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
    accepted_id  TEXT REFERENCES reply (id),          -- the answer that the author accepted
    endorsed_id  TEXT REFERENCES reply (id),          -- the answer that staff endorsed
    me_too       INTEGER NOT NULL DEFAULT 0 CHECK (me_too >= 0),
    must_read    INTEGER NOT NULL DEFAULT 0 CHECK (must_read IN (0, 1)),
    edit_reply   INTEGER NOT NULL DEFAULT 0,          -- last_reply when the text was written
    newest_reply INTEGER NOT NULL DEFAULT 0,          -- number of the newest reply that still exists; at least edit_reply
    pinned       INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
    publish_at   INTEGER CHECK (publish_at IS NULL OR visibility = 'private'),  -- when a private event is published
    publish_as   TEXT CHECK (publish_as IN ('public', 'staff')),                -- its visibility then
    UNIQUE (course_id, number),
    CHECK ((due IS NULL) = (due_day IS NULL))
);
CREATE INDEX event_publishing ON event (publish_at) WHERE publish_at IS NOT NULL;
-- The order of a course's page, with undated events last. Pages are read from the index and not sorted.
CREATE INDEX event_by_due ON event (course_id, due_day IS NULL, due_day, due, number) WHERE deleted_at IS NULL;
CREATE INDEX event_by_author ON event (author_id) WHERE deleted_at IS NULL;
-- The courses in which somebody has private events. They may see those after they have left.
CREATE INDEX event_private ON event (author_id, course_id) WHERE deleted_at IS NULL AND visibility = 'private';
-- The same order for lists with a filter.
CREATE INDEX event_by_kind ON event (course_id, kind, due_day IS NULL, due_day, due, number) WHERE deleted_at IS NULL;
CREATE INDEX event_by_writer ON event (course_id, author_id, due_day IS NULL, due_day, due, number) WHERE deleted_at IS NULL;
CREATE INDEX event_by_openness ON event (course_id, kind, due_day IS NULL, due_day, due, number)
    WHERE deleted_at IS NULL AND kind = 'question' AND accepted_id IS NULL AND endorsed_id IS NULL;
CREATE INDEX event_pinned ON event (course_id) WHERE pinned = 1;
CREATE INDEX event_by_moment ON event (due) WHERE deleted_at IS NULL AND due IS NOT NULL;

-- The sections that an event is for. Without rows it is for the whole course.
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
    thanks      INTEGER NOT NULL DEFAULT 0 CHECK (thanks >= 0),
    UNIQUE (event_id, number)
);
CREATE INDEX reply_by_author ON reply (author_id) WHERE deleted_at IS NULL;
CREATE INDEX reply_by_event_and_author ON reply (event_id, author_id) WHERE deleted_at IS NULL;

-- Attachments of events and replies. Their contents are stored beside the database, each in a file named by its hash.
CREATE TABLE attachment (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id), -- who sent it
    name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    size       INTEGER NOT NULL CHECK (size > 0),     -- bytes
    media_type TEXT NOT NULL,                         -- detected from the content
    sha256     TEXT NOT NULL CHECK (length(sha256) = 64),
    created_at INTEGER NOT NULL,
    event_id   TEXT REFERENCES event (id),            -- the event or reply that it is attached to; both null: none
    reply_id   TEXT REFERENCES reply (id),
    position   INTEGER,                               -- 0, 1, ... among the attachments of one event or reply
    free_since INTEGER,                               -- since when it is attached to nothing
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
    average    INTEGER NOT NULL CHECK (average BETWEEN 0 AND 500), -- 100 times the average
    PRIMARY KEY (subject, number, instructor)
) WITHOUT ROWID;

CREATE TABLE section_score (
    section_id TEXT PRIMARY KEY REFERENCES section (id),
    rating     INTEGER CHECK (rating BETWEEN 0 AND 500), -- 100 times the rating, on a scale of 5
    grade      INTEGER CHECK (grade BETWEEN 0 AND 500)   -- 100 times the grade, on a scale of 4
) WITHOUT ROWID;

-- Timetables that people saved.
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

-- Tasks and study time ----------------------------------------------------------------------------------------

CREATE TABLE task (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    title      TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
    notes      TEXT NOT NULL CHECK (length(notes) <= 5000),
    kind       TEXT NOT NULL CHECK (kind IN ('fixed', 'flexible')),
    starts_at  INTEGER,                               -- the start of a fixed task; for a series, of its first occurrence
    ends_at    INTEGER,
    rule       TEXT,                                  -- RFC 5545
    exceptions TEXT,                                  -- JSON array of the starts that are left out, in seconds
    calendar_only TEXT,                               -- JSON array of the parts of its to-do that a task cannot hold
    minutes    INTEGER CHECK (minutes BETWEEN 1 AND 100000), -- the estimate of a flexible task
    earliest   INTEGER,
    deadline   INTEGER,
    priority   TEXT NOT NULL CHECK (priority IN ('high', 'medium', 'low')),
    spaced     INTEGER CHECK (spaced BETWEEN 1 AND 366), -- the least number of days over which it is spread
    every      TEXT,                                  -- the times of work that is done anew: 'day', 'week', or weekdays
    steps      TEXT,                                  -- JSON array of the parts to tick off
    course_id  TEXT REFERENCES course (id),
    event_id   TEXT REFERENCES event (id),            -- the deadline follows this event
    by_rule    INTEGER NOT NULL DEFAULT 0 CHECK (by_rule IN (0, 1)), -- 1: a rule made it, and nobody edited it since
    done_at    INTEGER,
    created_at INTEGER NOT NULL,
    edited_at  INTEGER,
    rev        INTEGER NOT NULL DEFAULT 1 CHECK (rev >= 1),
    CHECK ((kind = 'fixed') = (starts_at IS NOT NULL)),
    CHECK ((starts_at IS NULL) = (ends_at IS NULL)),
    CHECK (starts_at < ends_at),
    CHECK ((kind = 'flexible') = (minutes IS NOT NULL)),
    CHECK (kind = 'fixed' OR rule IS NULL),
    CHECK (kind = 'flexible' OR (earliest IS NULL AND deadline IS NULL AND spaced IS NULL AND event_id IS NULL)),
    CHECK ((rule IS NULL) = (exceptions IS NULL)),
    CHECK (by_rule = 0 OR event_id IS NOT NULL)
);
CREATE INDEX task_by_account ON task (account_id, created_at, id);
CREATE INDEX task_by_event ON task (event_id) WHERE event_id IS NOT NULL;

-- The tasks that a task waits for.
CREATE TABLE task_after (
    task_id  TEXT NOT NULL REFERENCES task (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    after_id TEXT NOT NULL REFERENCES task (id),
    PRIMARY KEY (task_id, position),
    UNIQUE (task_id, after_id),
    CHECK (task_id <> after_id)
) WITHOUT ROWID;
CREATE INDEX task_after_by_other ON task_after (after_id);

-- Study settings. A person without a row has the standard settings. The rules are in study_rule.
CREATE TABLE study_settings (
    account_id TEXT PRIMARY KEY REFERENCES account (id),
    settings   TEXT NOT NULL                          -- StudySettings as JSON, without rules
) WITHOUT ROWID;

-- Rules that turn each event of a kind in a course into a task, with the work that it takes.
CREATE TABLE study_rule (
    account_id TEXT NOT NULL REFERENCES account (id),
    course_id  TEXT NOT NULL REFERENCES course (id),
    kind       TEXT NOT NULL CHECK (kind IN ('note', 'question', 'reminder', 'exam', 'notice', 'assignment')),
    position   INTEGER NOT NULL,                      -- 0, 1, ... in the order of the settings
    minutes    INTEGER NOT NULL CHECK (minutes BETWEEN 1 AND 100000),
    PRIMARY KEY (account_id, course_id, kind)
) WITHOUT ROWID;
CREATE INDEX study_rule_by_course ON study_rule (course_id);

-- The events that a rule has made into a task. A rule makes no second task of an event, even if the first was deleted.
CREATE TABLE study_rule_event (
    account_id TEXT NOT NULL REFERENCES account (id),
    event_id   TEXT NOT NULL REFERENCES event (id),
    PRIMARY KEY (account_id, event_id)
) WITHOUT ROWID;

-- Everyone who has tasks, study settings or a plan.
CREATE TABLE study_state (
    account_id TEXT PRIMARY KEY REFERENCES account (id),
    version    INTEGER NOT NULL CHECK (version >= 1)  -- counts changes of tasks, settings, blocks, plans and busy time
) WITHOUT ROWID;

CREATE TABLE study_plan (
    account_id TEXT PRIMARY KEY REFERENCES account (id),
    digest     TEXT NOT NULL,                         -- of the inputs from which it was made
    expires_at INTEGER NOT NULL,
    shown      TEXT NOT NULL,                         -- what all devices show: a StudyPlan as JSON
    result     TEXT NOT NULL,                         -- the whole plan without its blocks: a StudyPlan as JSON
    waiting    TEXT NOT NULL DEFAULT '{}'             -- the day since which tasks wait for a block in even mode, as JSON
);
CREATE INDEX study_plan_by_expiry ON study_plan (expires_at);

CREATE TABLE study_block (
    account_id     TEXT NOT NULL REFERENCES account (id),
    id             TEXT NOT NULL,
    kind           TEXT NOT NULL CHECK (kind IN ('study', 'break')),
    task_id        TEXT REFERENCES task (id) ON DELETE SET NULL,
    starts_at      INTEGER NOT NULL,
    ends_at        INTEGER NOT NULL,
    pinned         INTEGER NOT NULL CHECK (pinned IN (0, 1)),
    done           INTEGER NOT NULL CHECK (done IN (0, 1)),
    missed         INTEGER NOT NULL CHECK (missed IN (0, 1)),
    start_alert_at INTEGER,                           -- null: there is no such alert, or it was sent
    end_alert_at   INTEGER,
    PRIMARY KEY (account_id, id),
    CHECK (starts_at < ends_at),
    CHECK (done = 0 OR missed = 0)
) WITHOUT ROWID;
CREATE INDEX study_block_by_start ON study_block (account_id, starts_at);
CREATE INDEX study_block_by_task ON study_block (task_id) WHERE task_id IS NOT NULL;
CREATE INDEX study_block_starting ON study_block (start_alert_at) WHERE start_alert_at IS NOT NULL;
CREATE INDEX study_block_ending ON study_block (end_alert_at) WHERE end_alert_at IS NOT NULL;

-- The minutes that a person studied. They outlive the task and the block.
CREATE TABLE study_record (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    task_id    TEXT REFERENCES task (id) ON DELETE SET NULL,
    block_id   TEXT,                                  -- the block that was marked as done; null: a timer counted
    course_id  TEXT REFERENCES course (id),           -- the course and the title at that time
    title      TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    minutes    INTEGER NOT NULL CHECK (minutes BETWEEN 1 AND 100000)
);
CREATE INDEX study_record_by_account ON study_record (account_id, started_at);
CREATE INDEX study_record_by_task ON study_record (task_id) WHERE task_id IS NOT NULL;
CREATE UNIQUE INDEX study_record_by_block ON study_record (account_id, block_id) WHERE block_id IS NOT NULL;

-- The alerts that were sent, or left out because there were too many. A block that a later plan brings back is not announced
-- again. Rows are deleted a day after the block's end.
CREATE TABLE study_alert (
    account_id TEXT NOT NULL REFERENCES account (id),
    block_id   TEXT NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('studyStarts', 'studyEnds')),
    ends_at    INTEGER NOT NULL,                      -- end of the block when the alert was sent
    PRIMARY KEY (account_id, block_id, kind)
) WITHOUT ROWID;
CREATE INDEX study_alert_by_end ON study_alert (ends_at);

-- The people whose plan may have to be made again, from the log up to an offset.
CREATE TABLE study_pending (account_id TEXT PRIMARY KEY REFERENCES account (id)) WITHOUT ROWID;

CREATE TABLE study_log (
    id       INTEGER PRIMARY KEY CHECK (id = 1),
    "offset" INTEGER NOT NULL
);
INSERT INTO study_log VALUES (1, 0);

-- Degrees -----------------------------------------------------------------------------------------------------

-- Counts the changes of the courses over all terms, and of the programmes.
CREATE TABLE degree_catalog (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    version INTEGER NOT NULL
);
INSERT INTO degree_catalog VALUES (1, 1);

-- A course over all terms, as an operator imported it.
CREATE TABLE course_listing (
    code          TEXT PRIMARY KEY,                   -- 'CMPT 225'
    title         TEXT NOT NULL,
    description   TEXT NOT NULL,
    credits       TEXT,                               -- '3', '1.5' or a range such as '1-6'
    level         TEXT NOT NULL,                      -- such as 'UGRD'
    attributes    TEXT NOT NULL,
    offered       TEXT,                               -- JSON array of seasons; null: those that the terms show
    requirements  TEXT NOT NULL,                      -- the text from which the trees come
    prerequisites TEXT NOT NULL,                      -- a RequirementTree as JSON
    corequisites  TEXT NOT NULL,
    exclusions    TEXT NOT NULL                       -- JSON array of codes
);

-- Corrections of the catalog by the registrar. They take precedence over imports.
CREATE TABLE requirement_correction (
    code          TEXT PRIMARY KEY,                   -- 'CMPT 225'
    prerequisites TEXT,                               -- a RequirementTree as JSON; null: the tree that was read from the text
    corequisites  TEXT,
    note          TEXT NOT NULL CHECK (length(note) <= 500),
    text          TEXT NOT NULL,                      -- the course's text when it was corrected
    corrected_at  INTEGER NOT NULL,
    CHECK (prerequisites IS NOT NULL OR corequisites IS NOT NULL)
);

-- Corrections of the sections that go together. They take precedence over imports, which write section_link.
CREATE TABLE link_correction (
    course_id    TEXT PRIMARY KEY REFERENCES course (id),
    links        TEXT NOT NULL,                       -- JSON: [{"primary", "component", "crn"}]
    note         TEXT NOT NULL CHECK (length(note) <= 500),
    corrected_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Ratings of instructors, in one course or, with an empty subject and number, in all.
CREATE TABLE instructor_rating (
    instructor TEXT NOT NULL,
    subject    TEXT NOT NULL,
    number     TEXT NOT NULL,
    rating     INTEGER NOT NULL CHECK (rating BETWEEN 0 AND 500),
    PRIMARY KEY (instructor, subject, number)
) WITHOUT ROWID;

CREATE TABLE attribute_synonym (
    spelling  TEXT PRIMARY KEY,
    attribute TEXT NOT NULL,
    CHECK (spelling <> attribute)
) WITHOUT ROWID;

CREATE TABLE programme (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    definition TEXT NOT NULL                          -- a Programme as JSON
);

-- The courses that a person has taken. Without a row, nothing was ever entered.
CREATE TABLE academic_record (
    account_id TEXT PRIMARY KEY REFERENCES account (id),
    items      TEXT NOT NULL,                         -- RecordItems as JSON
    rev        INTEGER NOT NULL CHECK (rev >= 1)
);

-- Plans for the terms to come. A deleted plan keeps its id, but has no content.
CREATE TABLE degree_plan (
    id               TEXT PRIMARY KEY,
    account_id       TEXT NOT NULL REFERENCES account (id),
    name             TEXT NOT NULL,
    programme_id     TEXT REFERENCES programme (id),
    terms            TEXT NOT NULL,                   -- PlanTerms as JSON, in the order of time
    credits_per_term TEXT,                            -- CreditLimits as JSON
    accepted         TEXT NOT NULL,                   -- AcceptedProblems as JSON
    shared           INTEGER NOT NULL CHECK (shared IN (0, 1)),
    approved_by      TEXT REFERENCES account (id),
    approved_at      INTEGER,
    lost_by          TEXT REFERENCES account (id),    -- the person whose approval an edit took away last
    lost_at          INTEGER,
    last_reply       INTEGER NOT NULL DEFAULT 0,      -- number of the newest comment ever made
    reply_count      INTEGER NOT NULL DEFAULT 0 CHECK (reply_count >= 0),
    created_at       INTEGER NOT NULL,
    edited_at        INTEGER,
    rev              INTEGER NOT NULL DEFAULT 1 CHECK (rev >= 1),
    deleted_at       INTEGER,
    CHECK (length(name) <= 200),
    CHECK ((deleted_at IS NULL) = (name <> '')),
    CHECK (deleted_at IS NULL OR (shared = 0 AND programme_id IS NULL AND terms = '[]' AND accepted = '[]'
        AND credits_per_term IS NULL AND approved_by IS NULL AND lost_by IS NULL AND reply_count = 0)),
    CHECK ((approved_by IS NULL) = (approved_at IS NULL)),
    CHECK ((lost_by IS NULL) = (lost_at IS NULL)),
    CHECK (approved_by <> account_id),
    CHECK (lost_by <> account_id)
);
CREATE INDEX degree_plan_by_account ON degree_plan (account_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX degree_plan_by_approver ON degree_plan (approved_by) WHERE approved_by IS NOT NULL;
CREATE INDEX degree_plan_by_lost_approver ON degree_plan (lost_by) WHERE lost_by IS NOT NULL;

-- The people who commented on another's plan or approved it. The plan is in their local copies while it is shared.
CREATE TABLE plan_follower (
    plan_id    TEXT NOT NULL REFERENCES degree_plan (id),
    account_id TEXT NOT NULL REFERENCES account (id),
    PRIMARY KEY (plan_id, account_id)
) WITHOUT ROWID;
CREATE INDEX plan_follower_by_account ON plan_follower (account_id, plan_id);

-- Comments on plans. A deleted comment keeps its number, but has no content.
CREATE TABLE plan_reply (
    id         TEXT PRIMARY KEY,
    plan_id    TEXT NOT NULL REFERENCES degree_plan (id),
    number     INTEGER NOT NULL,                      -- 1, 2, ... on the plan, oldest first
    parent_id  TEXT REFERENCES plan_reply (id),
    author_id  TEXT NOT NULL REFERENCES account (id),
    body       TEXT NOT NULL CHECK (length(body) <= 20000),
    created_at INTEGER NOT NULL,
    edited_at  INTEGER,
    rev        INTEGER NOT NULL DEFAULT 1 CHECK (rev >= 1),
    deleted_at INTEGER,
    UNIQUE (plan_id, number),
    CHECK ((deleted_at IS NULL) = (body <> ''))
);
CREATE INDEX plan_reply_by_author ON plan_reply (author_id, id) WHERE deleted_at IS NULL;

-- Calendars ---------------------------------------------------------------------------------------------------

-- Passwords for calendar programs alone.
CREATE TABLE app_password (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    hash       TEXT NOT NULL UNIQUE CHECK (length(hash) = 64), -- SHA-256 of the password, in hexadecimal
    created_at INTEGER NOT NULL,
    used_at    INTEGER                                -- to the minute
);
CREATE INDEX app_password_by_account ON app_password (account_id, created_at, id);

-- Tokens of scripts and bots.
CREATE TABLE api_token (
    id         TEXT PRIMARY KEY,                      -- in requests also in place of a session
    account_id TEXT NOT NULL REFERENCES account (id),
    name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    hash       TEXT NOT NULL UNIQUE CHECK (length(hash) = 64), -- SHA-256 of the token, in hexadecimal
    scope      TEXT NOT NULL,                         -- 'read', 'post'; later versions add some
    course_id  TEXT REFERENCES course (id),           -- the only one that it opens; null: all
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at    INTEGER                                -- to the minute
);
CREATE INDEX api_token_by_account ON api_token (account_id, created_at, id);

-- Accounts at a campus by which people sign in (OpenID Connect).
CREATE TABLE sign_on_identity (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    issuer     TEXT NOT NULL,
    subject    TEXT NOT NULL,                         -- compared byte by byte
    founded    INTEGER NOT NULL,                      -- whether the account was made for it
    made_role  INTEGER NOT NULL,                      -- whether its claims made the person an instructor
    created_at INTEGER NOT NULL,
    used_at    INTEGER,
    UNIQUE (issuer, subject),
    UNIQUE (account_id, issuer)
);

-- Sign-ins at a campus, and by launches that are the only way in. A row stays with its session, or for an hour: each is good once.
CREATE TABLE sign_on (
    id         TEXT PRIMARY KEY CHECK (length(id) = 64), -- SHA-256 of its secret, in hexadecimal
    account_id TEXT NOT NULL REFERENCES account (id),
    session_id TEXT REFERENCES session (id),          -- null until it is opened, and for a link
    issuer     TEXT NOT NULL,
    subject    TEXT NOT NULL,
    sid        TEXT,                                  -- the session at the campus
    token      TEXT NOT NULL,                         -- the ID token, which a sign-out at the campus takes
    has_factor INTEGER NOT NULL,                      -- whether the campus asked for a second factor
    created_at INTEGER NOT NULL
);
CREATE INDEX sign_on_by_session ON sign_on (session_id);
CREATE INDEX sign_on_by_account ON sign_on (account_id);
CREATE INDEX sign_on_by_subject ON sign_on (issuer, subject);
CREATE INDEX sign_on_by_sid ON sign_on (issuer, sid);

-- Messages of a campus that ended sessions: each counts once.
CREATE TABLE sign_on_end (
    hash       TEXT PRIMARY KEY CHECK (length(hash) = 64), -- SHA-256 of its jti, in hexadecimal
    expires_at INTEGER NOT NULL
) WITHOUT ROWID;

-- What a person has beside the password.
CREATE TABLE second_factor (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    kind       TEXT NOT NULL,                         -- 'totp', 'passkey'; later versions add some
    name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    secret     TEXT NOT NULL,                         -- of 'totp': the key, in base 32; of 'passkey': the public key (COSE), in base64url
    created_at INTEGER NOT NULL,
    used_at    INTEGER,
    last_step  INTEGER NOT NULL                       -- of 'totp': the half minute of the last code, which is good once; of 'passkey': its counter
);
CREATE INDEX second_factor_by_account ON second_factor (account_id, created_at, id);

-- Second factors of the kind 'passkey' (WebAuthn).
CREATE TABLE passkey (
    factor_id     TEXT PRIMARY KEY REFERENCES second_factor (id),
    credential_id TEXT NOT NULL UNIQUE,               -- in base64url
    host          TEXT NOT NULL,                      -- the name of the server for which it was made
    transports    TEXT NOT NULL,                      -- 'internal', 'usb', ... with spaces between
    may_back_up   INTEGER NOT NULL CHECK (may_back_up IN (0, 1)),
    backed_up     INTEGER NOT NULL CHECK (backed_up IN (0, 1)),
    opens_alone   INTEGER NOT NULL CHECK (opens_alone IN (0, 1)) -- 0 after a reset, until it is used beside the new password
) WITHOUT ROWID;

-- Challenges that a passkey has answered, until they are refused by their age.
CREATE TABLE spent_challenge (
    hash       TEXT PRIMARY KEY CHECK (length(hash) = 64), -- SHA-256 of the challenge, in hexadecimal
    expires_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Codes that sign in once in place of a second factor. A used one is deleted.
CREATE TABLE recovery_code (
    account_id TEXT NOT NULL REFERENCES account (id),
    hash       TEXT NOT NULL CHECK (length(hash) = 64), -- SHA-256 of the code, in hexadecimal
    PRIMARY KEY (account_id, hash)
) WITHOUT ROWID;

-- Sign-ins of devices that wait for a browser (RFC 8628). They live for minutes.
CREATE TABLE device_sign_in (
    device_hash TEXT PRIMARY KEY CHECK (length(device_hash) = 64), -- SHA-256 of the device's code, in hexadecimal
    user_hash   TEXT NOT NULL UNIQUE CHECK (length(user_hash) = 64), -- of the code that a person types
    device      TEXT,                                 -- the name that it gives itself
    address     TEXT NOT NULL,                        -- on the network; empty if it is unknown
    created_at  INTEGER NOT NULL,
    expires_at  INTEGER NOT NULL,
    polled_at   INTEGER,
    pause       INTEGER NOT NULL CHECK (pause > 0),   -- the seconds that it must wait between two polls
    answer      TEXT CHECK (answer IN ('approved', 'refused')), -- null while it waits
    account_id  TEXT REFERENCES account (id),         -- of whoever approved it
    session_id  TEXT,                                 -- in which they did; it must be open when the device's begins
    CHECK ((COALESCE(answer, '') = 'approved') = (account_id IS NOT NULL)),
    CHECK ((account_id IS NULL) = (session_id IS NULL))
) WITHOUT ROWID;
CREATE INDEX device_sign_in_by_end ON device_sign_in (expires_at);
CREATE INDEX device_sign_in_by_account ON device_sign_in (account_id) WHERE account_id IS NOT NULL;

-- Calendar files behind secret addresses.
CREATE TABLE calendar_feed (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    hash       TEXT NOT NULL UNIQUE CHECK (length(hash) = 64), -- SHA-256 of the secret, in hexadecimal
    parts      TEXT NOT NULL CHECK (parts <> '[]'),   -- JSON array of 'classes', 'due', ...
    courses    TEXT CHECK (courses <> '[]'),          -- JSON array of their ids; null: all
    created_at INTEGER NOT NULL,
    read_at    INTEGER                                -- to the minute
);
CREATE INDEX calendar_feed_by_account ON calendar_feed (account_id, created_at, id);

-- Settings of calendars by people and their programs. Derived calendars, 'personal' and imports exist without a row.
CREATE TABLE calendar (
    account_id   TEXT NOT NULL REFERENCES account (id),
    id           TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 200),
    made_at      INTEGER,                             -- log offset at which the person made it; null: they did not make it
    components   TEXT CHECK (components <> '[]'),     -- of a calendar that a person made: JSON array such as ["VEVENT"]
    display_name TEXT,
    properties   TEXT NOT NULL DEFAULT '{}',          -- JSON object: XML elements by {namespace}name
    objects      INTEGER NOT NULL DEFAULT 0 CHECK (objects >= 0), -- number of the objects of a personal calendar
    bytes        INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0),   -- length of the objects' data
    changed      INTEGER NOT NULL,                    -- log offset at the newest change of this row's properties
    pruned       INTEGER NOT NULL DEFAULT 0 CHECK (pruned >= 0), -- removals up to this offset of the log may be forgotten
    PRIMARY KEY (account_id, id),
    CHECK ((made_at IS NULL) = (components IS NULL)),
    CHECK (made_at IS NULL
        OR (id NOT IN ('classes', 'due', 'study', 'tasks', 'personal') AND substr(id, 1, 7) <> 'import-'))
);

-- How far a person's derived calendars follow the log.
CREATE TABLE calendar_state (
    account_id TEXT PRIMARY KEY REFERENCES account (id),
    derived_at INTEGER,                               -- log offset up to which they are current; null: not current
    version    INTEGER NOT NULL CHECK (version >= 0), -- counts the changes that are not in the log
    pruned     INTEGER NOT NULL CHECK (pruned >= 0)   -- removals up to this offset of the log may be forgotten
) WITHOUT ROWID;

-- Objects of all calendars, and the traces of removed ones. An object without data is made from its item.
CREATE TABLE calendar_object (
    account_id  TEXT NOT NULL REFERENCES account (id),
    calendar    TEXT NOT NULL,                        -- 'classes', 'personal', 'import-...', or the id of a made one
    name        TEXT NOT NULL,                        -- the last part of its path
    uid         TEXT NOT NULL,
    item        TEXT NOT NULL,                        -- the event, meeting, block or task that it shows; else a UUID
    digest      TEXT NOT NULL,                        -- digest of the item's content
    data_digest TEXT,                                 -- the item's digest when the data was sent; equal: the data is current
    data_etag   TEXT,                                 -- ETag of the data
    course_id   TEXT REFERENCES course (id),          -- anyone who leaves it loses the object
    event       TEXT,                                 -- of a personal calendar's VEVENT: PersonalEventText as JSON
    first_start INTEGER,                              -- start of the first instance; null: there is no bound
    last_end    INTEGER,
    is_long     INTEGER NOT NULL CHECK (is_long IN (0, 1)), -- whether they span more than 32 days
    sequence    INTEGER NOT NULL CHECK (sequence >= 0),
    created_at  INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,                     -- when its content last changed
    changed     INTEGER NOT NULL,                     -- log offset of its newest change
    rev         INTEGER NOT NULL DEFAULT 1 CHECK (rev >= 1),
    removed_at  INTEGER,
    lost        INTEGER NOT NULL DEFAULT 0 CHECK (lost IN (0, 1)), -- 1: removed because the person may no longer see it
    data        BLOB,                                 -- as a program sent it
    trace       TEXT,                                 -- of a derived calendar: CalendarTrace as JSON, for feeds after its removal
    PRIMARY KEY (account_id, calendar, name),
    UNIQUE (account_id, item, calendar),
    CHECK ((data IS NULL) = (data_digest IS NULL)),
    CHECK ((data IS NULL) = (data_etag IS NULL)),
    CHECK (length(data) <= 262144 OR substr(calendar, 1, 7) = 'import-'),
    CHECK (event IS NULL OR (data IS NOT NULL AND data_digest = digest)),
    CHECK (removed_at IS NULL OR data IS NULL),
    CHECK (lost = 0 OR trace IS NULL),
    CHECK (removed_at IS NOT NULL OR lost = 0),
    CHECK (first_start <= last_end),
    CHECK (is_long = 1 OR (first_start IS NOT NULL AND last_end IS NOT NULL AND last_end - first_start <= 2764800))
);
CREATE UNIQUE INDEX calendar_object_by_uid ON calendar_object (account_id, calendar, uid) WHERE removed_at IS NULL;
CREATE INDEX calendar_object_by_change ON calendar_object (account_id, calendar, changed);
CREATE INDEX calendar_object_by_start ON calendar_object (account_id, calendar, is_long, first_start) WHERE removed_at IS NULL;
CREATE INDEX calendar_object_personal ON calendar_object (account_id, item) WHERE event IS NOT NULL;
CREATE INDEX calendar_object_removed ON calendar_object (account_id, removed_at) WHERE removed_at IS NOT NULL;
CREATE INDEX calendar_object_by_removal ON calendar_object (removed_at) WHERE removed_at IS NOT NULL;

-- Imports of calendars. The objects of an import are in the calendar 'import-' and its id.
CREATE TABLE calendar_import (
    id            TEXT PRIMARY KEY,
    account_id    TEXT NOT NULL REFERENCES account (id),
    name          TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    url           TEXT,                               -- null: it came as a file
    host          TEXT,
    etag          TEXT,                               -- what the host said about the last copy
    last_modified TEXT,
    synced_at     INTEGER,                            -- when the source was last read and understood
    error         TEXT,                               -- why the last attempt failed
    next_sync     INTEGER,
    failures      INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0), -- attempts since the last success
    pause         INTEGER NOT NULL DEFAULT 86400 CHECK (pause > 0), -- between two readings, in seconds
    events        INTEGER NOT NULL CHECK (events >= 0),
    left_out      TEXT,                               -- what could not be read: ImportLeftOut as JSON
    busy          INTEGER NOT NULL CHECK (busy IN (0, 1)),
    all_day_busy  INTEGER NOT NULL DEFAULT 0 CHECK (all_day_busy IN (0, 1)), -- 1: all-day events that do not say it count as busy
    free_days     INTEGER CHECK (free_days >= 0),     -- all-day events that do not say so and are free; null: not counted
    tasks         INTEGER NOT NULL CHECK (tasks IN (0, 1)),
    created_at    INTEGER NOT NULL,
    rev           INTEGER NOT NULL DEFAULT 1 CHECK (rev >= 1),
    CHECK ((url IS NULL) = (host IS NULL)),
    CHECK ((url IS NULL) = (next_sync IS NULL)),
    CHECK (url IS NOT NULL OR (etag IS NULL AND last_modified IS NULL))
);
CREATE INDEX calendar_import_by_account ON calendar_import (account_id, created_at, id);
CREATE INDEX calendar_import_by_time ON calendar_import (next_sync) WHERE next_sync IS NOT NULL;

-- The components of imports that became tasks. A component makes no second task, even if the first was deleted.
CREATE TABLE import_task (
    import_id  TEXT NOT NULL REFERENCES calendar_import (id),
    uid        TEXT NOT NULL,
    account_id TEXT NOT NULL REFERENCES account (id),
    task_id    TEXT UNIQUE REFERENCES task (id) ON DELETE SET NULL,
    follows    INTEGER NOT NULL CHECK (follows IN (0, 1)), -- 1: the task changes with its source, unedited
    PRIMARY KEY (import_id, uid)
) WITHOUT ROWID;
CREATE INDEX import_task_by_account ON import_task (account_id);

-- Marks, inboxes and preferences ------------------------------------------------------------------------------

-- What each person noted about an event: seen, done, and so on. The author of an event without a mark has seen it.
CREATE TABLE event_mark (
    account_id TEXT NOT NULL REFERENCES account (id),
    event_id   TEXT NOT NULL REFERENCES event (id),
    seen       INTEGER NOT NULL CHECK (seen >= 0),    -- rev + last_reply of the event when the person saw it
    me_too     INTEGER NOT NULL CHECK (me_too IN (0, 1)),
    following  INTEGER NOT NULL CHECK (following IN (0, 1)),
    muted      INTEGER NOT NULL CHECK (muted IN (0, 1)),
    alias      TEXT,                                  -- the name under which they write anonymously in its thread
    done       INTEGER NOT NULL DEFAULT 0 CHECK (done IN (0, 1)),
    remind_at  INTEGER,                               -- when the person wants to be reminded
    reminded_at INTEGER,                              -- the last such time that was sent
    PRIMARY KEY (account_id, event_id)
) WITHOUT ROWID;
CREATE INDEX event_mark_reminding ON event_mark (remind_at) WHERE remind_at IS NOT NULL;
CREATE INDEX event_mark_by_event ON event_mark (event_id);
CREATE INDEX event_mark_following ON event_mark (event_id) WHERE following = 1;
CREATE INDEX event_mark_done ON event_mark (event_id) WHERE done = 1;
CREATE INDEX event_mark_muted ON event_mark (event_id) WHERE muted = 1;

-- The replies that people thanked for. Each person sees only their own.
CREATE TABLE reply_thanks (
    account_id TEXT NOT NULL REFERENCES account (id),
    event_id   TEXT NOT NULL REFERENCES event (id),
    reply_id   TEXT NOT NULL REFERENCES reply (id),
    PRIMARY KEY (account_id, event_id, reply_id)
) WITHOUT ROWID;
CREATE INDEX reply_thanks_by_reply ON reply_thanks (reply_id);

-- Preferences. A person without a row has the standard ones.
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

-- Subscriptions to new posts of a course: to all, or to those of a kind, with a tag, or with both.
CREATE TABLE follow (
    account_id TEXT NOT NULL REFERENCES account (id),
    course_id  TEXT NOT NULL REFERENCES course (id),
    kind       TEXT NOT NULL CHECK (kind IN ('', 'note', 'question', 'reminder', 'exam', 'notice', 'assignment')),
    tag        TEXT NOT NULL,                         -- '': any
    PRIMARY KEY (account_id, course_id, kind, tag)
) WITHOUT ROWID;
CREATE INDEX follow_by_course ON follow (course_id);

-- Sections that somebody watches for seats. A watch ends with its term, and when the section is withdrawn.
CREATE TABLE seat_watch (
    account_id TEXT NOT NULL REFERENCES account (id),
    section_id TEXT NOT NULL REFERENCES section (id),
    since      INTEGER NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('unknown', 'full', 'few', 'open')), -- the last that was known
    PRIMARY KEY (account_id, section_id)
) WITHOUT ROWID;
CREATE INDEX seat_watch_by_section ON seat_watch (section_id);

-- The inboxes. The kind decides which of the columns after it are set.
CREATE TABLE notification (
    id            TEXT PRIMARY KEY,
    account_id    TEXT NOT NULL REFERENCES account (id),
    kind          TEXT NOT NULL,                      -- 'seatOpened', 'fewSeatsLeft', ...; later versions add some
    course_id     TEXT REFERENCES course (id),
    section_id    TEXT REFERENCES section (id),
    section_code  TEXT,                               -- the section and the counts when the notification was written
    capacity      INTEGER,
    enrolled      INTEGER,
    event_id      TEXT REFERENCES event (id),
    reply_id      TEXT REFERENCES reply (id),
    task_id       TEXT REFERENCES task (id),
    plan_id       TEXT REFERENCES degree_plan (id),
    plan_reply_id TEXT REFERENCES plan_reply (id),    -- a comment on the plan
    text          TEXT,                               -- a reason that somebody gave, or the title of a task
    minutes       INTEGER,                            -- how long before a due date or a study block it was sent
    created_at    INTEGER NOT NULL,
    read_at       INTEGER,
    CHECK ((section_id IS NULL) = (section_code IS NULL))
);
CREATE INDEX notification_by_account ON notification (account_id, created_at, id);
CREATE INDEX notification_by_event ON notification (event_id, account_id) WHERE event_id IS NOT NULL;

CREATE INDEX notification_by_reply ON notification (reply_id) WHERE reply_id IS NOT NULL;
CREATE INDEX notification_by_task ON notification (task_id) WHERE task_id IS NOT NULL;
CREATE INDEX notification_by_plan ON notification (plan_id, account_id) WHERE plan_id IS NOT NULL;
CREATE INDEX notification_by_plan_reply ON notification (plan_reply_id) WHERE plan_reply_id IS NOT NULL;

-- Notifications for everyone who could see a notice when it was sent. One row is in all their inboxes.
CREATE TABLE broadcast (
    id         TEXT PRIMARY KEY,
    event_id   TEXT NOT NULL REFERENCES event (id),
    course_id  TEXT NOT NULL REFERENCES course (id),
    "offset"   INTEGER NOT NULL,                      -- of the row of the log that announced the notice
    topics     TEXT NOT NULL,                         -- anyone who held one of these topics then has the notification
    told       TEXT NOT NULL,                         -- except those who held one of these, because they knew of it
    created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX broadcast_by_event ON broadcast (event_id);
CREATE INDEX broadcast_by_course ON broadcast (course_id);

-- The state of such a notification for one person.
CREATE TABLE broadcast_receipt (
    account_id   TEXT NOT NULL REFERENCES account (id),
    broadcast_id TEXT NOT NULL REFERENCES broadcast (id),
    read_at      INTEGER,                             -- null: hidden from this person, who muted or sent the notice
    PRIMARY KEY (account_id, broadcast_id)
) WITHOUT ROWID;
CREATE INDEX broadcast_receipt_by_broadcast ON broadcast_receipt (broadcast_id);

-- The parts of a notice that its event does not have.
CREATE TABLE notice (
    event_id TEXT PRIMARY KEY REFERENCES event (id),
    sending  TEXT,                                    -- id of the request that sent it, perhaps to several courses
    activity INTEGER NOT NULL CHECK (activity >= 1)   -- rev + last_reply of the event at the notice's present text
) WITHOUT ROWID;
CREATE INDEX notice_by_sending ON notice (sending) WHERE sending IS NOT NULL;

-- The reminders that were made for everyone who wanted one so many minutes before a due date, until that date is past.
CREATE TABLE due_reminder (
    event_id TEXT NOT NULL REFERENCES event (id),
    due      INTEGER NOT NULL,
    minutes  INTEGER NOT NULL,
    PRIMARY KEY (event_id, due, minutes)
) WITHOUT ROWID;

-- Staff, moderation and audit ---------------------------------------------------------------------------------

-- People whose email is verified. A changed email is no longer verified.
CREATE TABLE verified_email (
    account_id  TEXT PRIMARY KEY REFERENCES account (id),
    verified_at INTEGER NOT NULL
) WITHOUT ROWID;

-- The emails of the instructors that a term's catalog names, as an operator entered them.
CREATE TABLE instructor_email (
    term_id    TEXT NOT NULL REFERENCES term (id),
    instructor TEXT NOT NULL,                         -- InstructorEmail.key of a name; '' for a single section
    crn        TEXT NOT NULL,                         -- a single section; '' for all of an instructor
    email_key  TEXT NOT NULL,
    PRIMARY KEY (term_id, instructor, crn, email_key),
    CHECK ((instructor = '') <> (crn = ''))
) WITHOUT ROWID;

-- The instructors that the catalog names for each section. A staff place that the catalog gave ends when it no longer names
-- them. A place that was given or taken by hand is changed by hand alone.
CREATE TABLE instructor_claim (
    account_id TEXT NOT NULL REFERENCES account (id),
    section_id TEXT NOT NULL REFERENCES section (id),
    given      INTEGER NOT NULL CHECK (given IN (0, 1)), -- 1: only the catalog gave the staff place
    PRIMARY KEY (account_id, section_id)
) WITHOUT ROWID;

-- The rules by which people join a course, where its staff chose one. Other courses have the rule of the server.
CREATE TABLE course_joining (
    course_id TEXT PRIMARY KEY REFERENCES course (id),
    joining   TEXT NOT NULL CHECK (joining IN ('open', 'domains', 'approval')),
    domains   TEXT NOT NULL,                          -- of verified emails; empty unless joining is 'domains'
    CHECK ((joining = 'domains') = (domains <> '[]'))
) WITHOUT ROWID;

-- People who wait to be let into a section by its staff.
CREATE TABLE join_request (
    account_id TEXT NOT NULL REFERENCES account (id),
    section_id TEXT NOT NULL REFERENCES section (id),
    course_id  TEXT NOT NULL REFERENCES course (id),
    since      INTEGER NOT NULL,
    PRIMARY KEY (account_id, section_id)
) WITHOUT ROWID;
CREATE INDEX join_request_by_course ON join_request (course_id, since);

-- People that staff removed. They come back only if staff let them in.
CREATE TABLE removed_member (
    account_id TEXT NOT NULL REFERENCES account (id),
    scope      TEXT NOT NULL,                         -- the section; the course for all its sections
    course_id  TEXT NOT NULL REFERENCES course (id),
    removed_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, scope)
) WITHOUT ROWID;

-- Events and replies that staff removed and may restore. When, by whom and why is in the row of the event or reply.
CREATE TABLE removal (
    event_id  TEXT NOT NULL REFERENCES event (id),
    reply_id  TEXT REFERENCES reply (id),             -- null: the event itself
    course_id TEXT NOT NULL REFERENCES course (id)
);
CREATE UNIQUE INDEX removal_by_event ON removal (event_id, COALESCE(reply_id, ''));
CREATE INDEX removal_by_course ON removal (course_id);

CREATE TABLE report (
    position    INTEGER PRIMARY KEY,                  -- in the order of arrival
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

-- The audit log: actions that somebody may have to answer for. It names people by their ids alone, and can only grow.
CREATE TABLE audit (
    number    INTEGER PRIMARY KEY,                    -- 1, 2, 3, ... without gaps
    at        INTEGER NOT NULL,
    action    TEXT NOT NULL,                          -- see AuditAction
    actor_id  TEXT REFERENCES account (id),           -- null: the operator, the catalog, or somebody unknown
    subject   TEXT,                                   -- the id of what the action changed
    course_id TEXT REFERENCES course (id),
    detail    TEXT
);
-- REPLACE deletes rows without firing the trigger for deletions, but it fires this one.
CREATE TRIGGER audit_in_order BEFORE INSERT ON audit
WHEN NEW.number <> (SELECT COALESCE(max(number), 0) + 1 FROM audit)
BEGIN SELECT RAISE(ABORT, 'the audit log is written in order'); END;
CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is not changed'); END;
CREATE TRIGGER audit_kept BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is not shortened'); END;

-- Invitations and rosters -------------------------------------------------------------------------------------

-- Codes that let people into a course, or to an account alone.
CREATE TABLE invitation (
    id         TEXT PRIMARY KEY,
    code_hash  TEXT NOT NULL UNIQUE,                  -- SHA-256 of the code, in hexadecimal
    course_id  TEXT REFERENCES course (id),           -- null: an account alone
    section_id TEXT REFERENCES section (id),          -- null: a student chooses; staff get the whole course
    role       TEXT NOT NULL CHECK (role IN ('student', 'staff')),
    email_key  TEXT,                                  -- the one address, or the one handle, that it is for
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
    joined_at     INTEGER,                            -- null: the person has an account, and did not choose a section yet
    PRIMARY KEY (invitation_id, account_id)
) WITHOUT ROWID;
CREATE INDEX invitation_use_by_account ON invitation_use (account_id);

-- The registrar's lists: who is in which section. People without an account are expected.
CREATE TABLE roster_entry (
    section_id TEXT NOT NULL REFERENCES section (id),
    role       TEXT NOT NULL CHECK (role IN ('student', 'staff')),
    person     TEXT NOT NULL,                         -- the address as it is compared; '#' and the number where there is none
    course_id  TEXT NOT NULL REFERENCES course (id),
    number     TEXT NOT NULL,                         -- the registrar's number or login; may be empty
    name       TEXT NOT NULL,
    account_id TEXT REFERENCES account (id),          -- null: expected
    given      INTEGER NOT NULL CHECK (given IN (0, 1)), -- 1: only the roster gave the place
    PRIMARY KEY (section_id, role, person)
) WITHOUT ROWID;
CREATE INDEX roster_entry_by_course ON roster_entry (course_id);
CREATE INDEX roster_entry_by_person ON roster_entry (person);
CREATE INDEX roster_entry_by_account ON roster_entry (account_id) WHERE account_id IS NOT NULL;

-- Courses that only people on their roster join at once. Their rule in course_joining is approval.
CREATE TABLE roster_joining (course_id TEXT PRIMARY KEY REFERENCES course (id)) WITHOUT ROWID;

-- Learning platforms (LTI 1.3) --------------------------------------------------------------------------------

-- Platforms that the operator registered, such as a Canvas or a Moodle.
CREATE TABLE lti_platform (
    name        TEXT PRIMARY KEY,                     -- the operator's name for it
    issuer      TEXT NOT NULL,
    client_id   TEXT NOT NULL,
    auth_url    TEXT NOT NULL,
    token_url   TEXT NOT NULL,
    jwks_url    TEXT NOT NULL,
    deployments TEXT NOT NULL,                        -- JSON array of the deployment ids that may launch
    emails      INTEGER NOT NULL CHECK (emails IN (0, 1)), -- 1: its emails count as verified
    staff       INTEGER NOT NULL CHECK (staff IN (0, 1)),  -- 1: its instructors become staff
    created_at  INTEGER NOT NULL,
    UNIQUE (issuer, client_id)
) WITHOUT ROWID;

-- Links by which platforms register themselves, one for each name.
CREATE TABLE lti_invitation (
    name       TEXT PRIMARY KEY,                      -- the operator's name for the platform
    hash       TEXT NOT NULL UNIQUE,                  -- SHA-256 of the link's secret, in hexadecimal
    home       TEXT NOT NULL,                         -- the address of the platform, as the operator knows it
    issuer     TEXT,                                  -- null: of the host of that address
    emails     INTEGER NOT NULL CHECK (emails IN (0, 1)), -- as in lti_platform
    staff      INTEGER NOT NULL CHECK (staff IN (0, 1)),
    expires_at INTEGER NOT NULL
) WITHOUT ROWID;

-- The people of platforms and their accounts.
CREATE TABLE lti_person (
    issuer     TEXT NOT NULL,
    subject    TEXT NOT NULL,                         -- the platform's id of the person
    account_id TEXT NOT NULL REFERENCES account (id),
    created_at INTEGER NOT NULL,
    PRIMARY KEY (issuer, subject)
) WITHOUT ROWID;
CREATE INDEX lti_person_by_account ON lti_person (account_id);

-- The courses of platforms from which an instructor came, and what they mean here.
CREATE TABLE lti_context (
    id          TEXT PRIMARY KEY,
    platform    TEXT NOT NULL REFERENCES lti_platform (name),
    deployment  TEXT NOT NULL,
    context     TEXT NOT NULL,                        -- the platform's id of the course
    title       TEXT NOT NULL,
    members_url TEXT,                                 -- of the names and roles service
    course_id   TEXT REFERENCES course (id),          -- null: not linked
    section_id  TEXT REFERENCES section (id),         -- null: the whole course
    seen_at     INTEGER NOT NULL,                     -- when an instructor came last
    synced_at   INTEGER,                              -- when its people were asked for last
    fault       TEXT,                                 -- why that failed
    UNIQUE (platform, deployment, context),
    CHECK (section_id IS NULL OR course_id IS NOT NULL)
);
CREATE INDEX lti_context_by_course ON lti_context (course_id) WHERE course_id IS NOT NULL;

-- Launches that were made, each good once: SHA-256 of the nonce, in hexadecimal.
CREATE TABLE lti_nonce (
    hash       TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX lti_nonce_by_expiry ON lti_nonce (expires_at);

-- The keys with which all nodes sign what they send to platforms. The newest one signs.
CREATE TABLE lti_key (
    kid        TEXT PRIMARY KEY,
    pem        TEXT NOT NULL,
    created_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Nodes: what several noteitd share that serve one PostgreSQL database ----------------------------------------
--
-- An SQLite file has one noteitd, which keeps these in memory and in its folder. There the tables stay empty.

CREATE TABLE node (
    id   TEXT PRIMARY KEY,                            -- random, for the life of the process
    name TEXT NOT NULL,                               -- its machine and port
    beat INTEGER NOT NULL,                            -- the number of its heartbeats
    schema_version INTEGER                            -- the newest schema that it knows; null: older than 3
) WITHOUT ROWID;

-- The public keys of the nodes. The private ones stay in their files.
CREATE TABLE signing_key (
    kid          TEXT PRIMARY KEY,
    public_key   BLOB NOT NULL,
    published_at INTEGER NOT NULL                     -- prolonged while its node lives
) WITHOUT ROWID;

-- Tickets for streams. Whoever deletes one has spent it.
CREATE TABLE stream_ticket (
    hash       TEXT PRIMARY KEY,                      -- SHA-256 of the ticket, in hexadecimal
    account_id TEXT NOT NULL REFERENCES account (id),
    session_id TEXT NOT NULL,
    expires_at REAL NOT NULL                          -- with fractions of seconds, so that the oldest is known
) WITHOUT ROWID;
CREATE INDEX stream_ticket_by_account ON stream_ticket (account_id, expires_at);

-- Failed sign-ins: what SignInThrottle counts.
CREATE TABLE sign_in_count (
    key           TEXT PRIMARY KEY,                   -- a kind, and the SHA-256 of an email, an address or both
    level         REAL,                               -- failures, or the tokens of a bucket; null: none
    at            REAL NOT NULL,                      -- the second of the level
    blocked_until REAL,
    forget_at     REAL NOT NULL
) WITHOUT ROWID;

-- The contents of attachments in parts of 256 KiB. The folder beside a node is a cache of them.
CREATE TABLE content (
    sha256    TEXT PRIMARY KEY,
    size      INTEGER NOT NULL,                       -- bytes
    stored_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE content_part (
    sha256 TEXT NOT NULL REFERENCES content (sha256) ON DELETE CASCADE,
    number INTEGER NOT NULL,                          -- 0, 1, ...
    bytes  BLOB NOT NULL,
    PRIMARY KEY (sha256, number)
);

-- Mail, and later other ways to people ------------------------------------------------------------------------

-- What people want by mail. A person without a row has the standard settings.
CREATE TABLE mail_settings (
    account_id   TEXT PRIMARY KEY REFERENCES account (id),
    settings     TEXT NOT NULL,                       -- MailSettings as JSON
    digest_since INTEGER,                             -- digests told of everything before; null: the person wants none
    next_digest  INTEGER,
    CHECK ((digest_since IS NULL) = (next_digest IS NULL))
) WITHOUT ROWID;
CREATE INDEX mail_settings_by_digest ON mail_settings (next_digest) WHERE next_digest IS NOT NULL;

-- What is on its way to one person. It holds no text: that is made when it is sent.
CREATE TABLE delivery (
    id         TEXT PRIMARY KEY,
    channel    TEXT NOT NULL,                         -- 'mail', 'push' or 'ntfy'; later versions add some
    account_id TEXT NOT NULL REFERENCES account (id),
    target     TEXT NOT NULL DEFAULT '',              -- 'push': id of the device
    kind       TEXT NOT NULL,                         -- 'verification', 'reset', 'notification', 'digest' or 'test'
    subject    TEXT NOT NULL,                         -- id of the notification; 'SINCE UNTIL' of a digest; else its own id
    event_id   TEXT REFERENCES event (id),
    message_id TEXT NOT NULL UNIQUE,                  -- the same for every try; of other channels than mail, its id
    created_at INTEGER NOT NULL,
    tries      INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0), -- that failed
    next_try   INTEGER,                               -- null: it is over
    outcome    TEXT CHECK (outcome IN ('sent', 'dropped', 'failed')),
    fault      TEXT,                                  -- why the last try failed, or why nothing was sent
    UNIQUE (account_id, channel, target, kind, subject),
    CHECK ((next_try IS NULL) = (outcome IS NOT NULL))
) WITHOUT ROWID;
CREATE INDEX delivery_waiting ON delivery (channel, next_try, id) WHERE next_try IS NOT NULL;
CREATE INDEX delivery_by_event ON delivery (event_id, account_id) WHERE event_id IS NOT NULL;

-- How far each channel has followed the log.
CREATE TABLE delivery_log (
    channel  TEXT PRIMARY KEY,
    "offset" INTEGER NOT NULL,
    reader   TEXT NOT NULL DEFAULT ''                 -- of the next row, readers up to this account are done
) WITHOUT ROWID;
INSERT INTO delivery_log VALUES ('mail', 0, '');

-- The key of the secrets in links and reply addresses.
CREATE TABLE mail_key (
    id  INTEGER PRIMARY KEY CHECK (id = 1),
    key TEXT NOT NULL
);

-- Browsers that get messages by Web Push (RFC 8030).
CREATE TABLE push_device (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    session_id TEXT NOT NULL REFERENCES session (id), -- the device ends with it
    name       TEXT NOT NULL,
    endpoint   TEXT NOT NULL UNIQUE,                  -- whoever subscribed last has it
    host       TEXT NOT NULL,                         -- of the endpoint
    public_key TEXT NOT NULL,                         -- of the browser: a point of P-256 in base64url
    secret     TEXT NOT NULL,                         -- that the browser shares with this server, in base64url
    settings   TEXT NOT NULL,                         -- PushSettings as JSON
    created_at INTEGER NOT NULL,
    sent_at    INTEGER,                               -- when the push service last took a message
    fault      TEXT                                   -- why the last message did not get through
);
CREATE INDEX push_device_by_account ON push_device (account_id, created_at, id);
CREATE INDEX push_device_by_session ON push_device (session_id);
INSERT INTO delivery_log VALUES ('push', 0, '');

-- The key by which push services know this server (RFC 8292).
CREATE TABLE push_key (
    id  INTEGER PRIMARY KEY CHECK (id = 1),
    key TEXT NOT NULL                                 -- a private key of P-256 in PEM
);

-- Topics of ntfy to which notifications go, one for each person.
CREATE TABLE ntfy_topic (
    account_id TEXT PRIMARY KEY REFERENCES account (id),
    url        TEXT NOT NULL,                         -- whoever knows it reads what is sent there
    host       TEXT NOT NULL,
    settings   TEXT NOT NULL,                         -- PushSettings as JSON
    created_at INTEGER NOT NULL,
    sent_at    INTEGER,                               -- when the server last took a message
    fault      TEXT                                   -- why the last message did not get through
) WITHOUT ROWID;
INSERT INTO delivery_log VALUES ('ntfy', 0, '');

-- Webhooks: each follows the log by itself, and its row holds its place in it and the try that goes on.
CREATE TABLE webhook (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    url        TEXT NOT NULL,
    host       TEXT NOT NULL,
    course_id  TEXT REFERENCES course (id),           -- null: all courses of the person
    changes    TEXT NOT NULL,                         -- JSON array of Webhook.Kind
    created_at INTEGER NOT NULL,
    secret     INTEGER NOT NULL DEFAULT 1 CHECK (secret >= 1), -- number of the newest; secrets follow from the key of links
    rotated_at INTEGER,                               -- when the newest began; the one before signs for a day more
    epoch      TEXT NOT NULL,
    "offset"   INTEGER NOT NULL,                      -- rows up to this one are told
    tries      INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0), -- of the next message, that failed
    failing_at INTEGER,                               -- the first of them
    next_try   INTEGER,                               -- null: it is disabled
    fault      TEXT,                                  -- why the last try failed, or why it is disabled
    deliveries INTEGER NOT NULL DEFAULT 0,            -- number of the newest row of webhook_delivery
    CHECK ((tries = 0) = (failing_at IS NULL))
);
CREATE INDEX webhook_by_account ON webhook (account_id, created_at, id);
CREATE INDEX webhook_by_course ON webhook (course_id) WHERE course_id IS NOT NULL;
CREATE INDEX webhook_failing ON webhook (next_try) WHERE failing_at IS NOT NULL;

-- The newest messages of each webhook, with their last try.
CREATE TABLE webhook_delivery (
    webhook_id   TEXT NOT NULL REFERENCES webhook (id),
    number       INTEGER NOT NULL CHECK (number >= 1),
    message_id   TEXT NOT NULL,                       -- the webhook-id, the same for all tries
    type         TEXT NOT NULL,
    subject      TEXT,                                -- id of the event or the reply
    tried_at     INTEGER NOT NULL,
    tries        INTEGER NOT NULL CHECK (tries >= 1),
    taken        INTEGER NOT NULL CHECK (taken IN (0, 1)),
    status       INTEGER,                             -- null: there was no answer
    milliseconds INTEGER NOT NULL,
    fault        TEXT,
    PRIMARY KEY (webhook_id, number),
    UNIQUE (webhook_id, message_id)
) WITHOUT ROWID;

-- Search: an index of all texts that follows the log ----------------------------------------------------------

CREATE TABLE search_state (
    id       INTEGER PRIMARY KEY CHECK (id = 1),
    "offset" INTEGER NOT NULL                         -- rows of the log up to this offset are in the index
);
INSERT INTO search_state VALUES (1, 0);

-- Events and replies to be indexed again, whatever the log says.
CREATE TABLE search_pending (
    subject TEXT PRIMARY KEY,
    type    TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE search_document (
    id       INTEGER PRIMARY KEY,                     -- second of writing, then 20 random bits, negated: newest first
    subject  TEXT NOT NULL UNIQUE,                    -- of the event or the reply
    event_id TEXT NOT NULL REFERENCES event (id),
    rev      INTEGER NOT NULL                         -- revision of the texts in the index
);
CREATE INDEX search_document_by_event ON search_document (event_id);

CREATE VIRTUAL TABLE search_text USING fts5 (
    title, body, tags, files, facets, columnsize = 0, tokenize = 'porter unicode61 remove_diacritics 2'
);
-- Merges segments of the index as soon as there are two, in idle moments.
INSERT INTO search_text (search_text, rank) VALUES ('usermerge', 2);

-- The log: every change that anyone may see, in the order of commits ------------------------------------------

CREATE TABLE log_head (
    id     INTEGER PRIMARY KEY CHECK (id = 1),
    epoch  TEXT NOT NULL,                             -- a random word for the life of the database
    head   INTEGER NOT NULL DEFAULT 0,                -- offset of the newest row
    pruned INTEGER NOT NULL DEFAULT 0,                -- rows up to this offset were deleted
    CHECK (pruned <= head)
);

-- A row says what changed and for whom, but holds no content: readers get the subject as it is when they read.
CREATE TABLE log (
    "offset"   INTEGER PRIMARY KEY,                   -- 1, 2, 3, ... without gaps
    written_at INTEGER NOT NULL,
    op         TEXT NOT NULL CHECK (op IN ('changed', 'scopeGranted', 'scopeRevoked', 'signedOut')),
    type       TEXT NOT NULL,                         -- 'event', 'reply', 'enrollment', ...; '' for the scope rows
    subject    TEXT NOT NULL,                         -- id of what changed
    course_id  TEXT,
    section_id TEXT,
    follows    INTEGER NOT NULL CHECK (follows IN (0, 1)), -- 1: more than the subject changed, see LogExpansion
    after      TEXT NOT NULL,                         -- topics of those who may see the subject now, separated by spaces
    before     TEXT                                   -- topics of those who could before; null: the same
);
-- The rows by which the audience of an event changed, or something was removed or restored.
CREATE INDEX log_moved ON log (subject, "offset") WHERE before IS NOT NULL;

-- The topics that a row concerns: those of both columns.
CREATE TABLE log_topic (
    topic    TEXT NOT NULL,
    "offset" INTEGER NOT NULL REFERENCES log ("offset"),
    dates    INTEGER NOT NULL DEFAULT 1 CHECK (dates IN (0, 1)), -- 1: the row may change derived calendars
    PRIMARY KEY (topic, "offset")
) WITHOUT ROWID;
CREATE INDEX log_topic_dates ON log_topic (topic, dates, "offset") WHERE dates = 1;

-- The ids of the events that one row of the log removed, separated by spaces, 500 to a row.
CREATE TABLE removed_items (
    "offset" INTEGER NOT NULL,
    number   INTEGER NOT NULL CHECK (number >= 0),
    items    TEXT NOT NULL CHECK (items <> ''),
    PRIMARY KEY ("offset", number)
) WITHOUT ROWID;
