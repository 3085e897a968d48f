extension Schema {
    /// Staff decide who joins their course.
    static let membership = """
        CREATE TABLE course_joining (
            course_id TEXT PRIMARY KEY REFERENCES course (id),
            joining   TEXT NOT NULL CHECK (joining IN ('open', 'domains', 'approval')),
            domains   TEXT NOT NULL,
            CHECK ((joining = 'domains') = (domains <> '[]'))
        ) WITHOUT ROWID;
        CREATE TABLE join_request (
            account_id TEXT NOT NULL REFERENCES account (id),
            section_id TEXT NOT NULL REFERENCES section (id),
            course_id  TEXT NOT NULL REFERENCES course (id),
            since      INTEGER NOT NULL,
            PRIMARY KEY (account_id, section_id)
        ) WITHOUT ROWID;
        CREATE INDEX join_request_by_course ON join_request (course_id, since);
        CREATE TABLE removed_member (
            account_id TEXT NOT NULL REFERENCES account (id),
            scope      TEXT NOT NULL,
            course_id  TEXT NOT NULL REFERENCES course (id),
            removed_at INTEGER NOT NULL,
            PRIMARY KEY (account_id, scope)
        ) WITHOUT ROWID;
        """
}
