/// Invitations and rosters: `Schema.rosters`, translated as `postgresql.sql` is.
extension PostgreSQLSchema {
    static let rosters = """
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
        ALTER TABLE invitation ADD FOREIGN KEY (course_id) REFERENCES course (id);
        ALTER TABLE invitation ADD FOREIGN KEY (section_id) REFERENCES section (id);
        ALTER TABLE invitation ADD FOREIGN KEY (created_by) REFERENCES account (id);
        ALTER TABLE invitation_use ADD FOREIGN KEY (invitation_id) REFERENCES invitation (id);
        ALTER TABLE invitation_use ADD FOREIGN KEY (account_id) REFERENCES account (id);
        ALTER TABLE roster_entry ADD FOREIGN KEY (section_id) REFERENCES section (id);
        ALTER TABLE roster_entry ADD FOREIGN KEY (course_id) REFERENCES course (id);
        ALTER TABLE roster_entry ADD FOREIGN KEY (account_id) REFERENCES account (id);
        ALTER TABLE roster_joining ADD FOREIGN KEY (course_id) REFERENCES course (id);
        """
}
