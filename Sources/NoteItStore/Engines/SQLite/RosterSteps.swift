/// Invitations and rosters.
extension Schema {
    static let rosters = """
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
        """
}
