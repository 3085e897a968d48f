import GRDB

/// The form of the local SQLite file. Times are seconds since 1970-01-01T00:00:00Z; `json` is a wire type's.
enum LocalSchema {
    /// Kept in `PRAGMA user_version`.
    static let version = steps.count

    /// What leads from each version to the next; a new file goes through all.
    static let steps = [first, inbox, community, reading, positions, drops]

    /// 0 for a file that is new.
    static func version(of db: Database) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 }

    /// In one transaction, so that of several processes that find a new file one makes the tables.
    static func bringUpToDate(_ db: Database) throws {
        let found = try version(of: db)
        guard found <= version else {
            throw ClientError.unexpected("The local copy was made by a newer noteit. Use that one, or another --profile.")
        }
        for step in steps.dropFirst(found) { try db.execute(sql: step) }
        try db.execute(sql: "PRAGMA user_version = \(version)")
    }

    private static let first = """
        CREATE TABLE copy (
            id           INTEGER PRIMARY KEY CHECK (id = 1),
            server       TEXT NOT NULL,
            account      TEXT NOT NULL,          -- json
            epoch        TEXT NOT NULL,
            "offset"     INTEGER NOT NULL,
            refreshed_at INTEGER NOT NULL        -- when it was last known to be in step
        );
        CREATE TABLE term (id TEXT PRIMARY KEY, json TEXT NOT NULL, kept_at INTEGER NOT NULL);
        CREATE TABLE course (id TEXT PRIMARY KEY, json TEXT NOT NULL);
        CREATE TABLE enrollment (scope TEXT PRIMARY KEY, course_id TEXT NOT NULL, json TEXT NOT NULL);
        CREATE TABLE event (
            id        TEXT PRIMARY KEY,
            course_id TEXT NOT NULL,
            number    INTEGER NOT NULL,
            json      TEXT NOT NULL
        );
        CREATE INDEX event_by_number ON event (course_id, number);
        CREATE TABLE reply (
            position   INTEGER PRIMARY KEY,      -- in the order in which they came
            id         TEXT NOT NULL UNIQUE,
            event_id   TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            json       TEXT NOT NULL
        );
        CREATE INDEX reply_by_event ON reply (event_id, created_at, position);
        CREATE TABLE outbox (
            position  INTEGER PRIMARY KEY AUTOINCREMENT,
            id        TEXT NOT NULL UNIQUE,      -- of the event or reply, made here
            server    TEXT NOT NULL,
            account   TEXT NOT NULL,             -- who wrote it
            kind      TEXT NOT NULL CHECK (kind IN ('event', 'reply')),
            target    TEXT NOT NULL,             -- the course of an event, the event of a reply
            json      TEXT NOT NULL,
            queued_at INTEGER NOT NULL,
            tries     INTEGER NOT NULL DEFAULT 0,
            state     TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'refused')),
            why       TEXT                       -- what the last try met
        );
        """

    /// What a copy of the first version passed over is fetched again, with all of it.
    private static let inbox = """
        CREATE TABLE notification (id TEXT PRIMARY KEY, created_at INTEGER NOT NULL, json TEXT NOT NULL);
        CREATE TABLE seat_watch (section_id TEXT PRIMARY KEY, json TEXT NOT NULL);
        DELETE FROM copy;
        """

    private static let community = """
        CREATE TABLE mark (event_id TEXT PRIMARY KEY, course_id TEXT NOT NULL, json TEXT NOT NULL);
        CREATE INDEX mark_by_course ON mark (course_id);
        CREATE TABLE preferences (id INTEGER PRIMARY KEY CHECK (id = 1), json TEXT NOT NULL);
        CREATE TABLE removal (id TEXT PRIMARY KEY, course_id TEXT NOT NULL, event_id TEXT NOT NULL, json TEXT NOT NULL);
        CREATE INDEX removal_by_event ON removal (event_id);
        DELETE FROM copy;
        """

    /// What was seen here and the server has not been told.
    private static let reading = "CREATE TABLE seen (event_id TEXT PRIMARY KEY, activity INTEGER NOT NULL)"

    /// Entries that were dropped while somebody waited for them to be sent.
    private static let drops = "CREATE TABLE dropped (id TEXT PRIMARY KEY)"

    /// A copy may end within what follows from one row of the log. What comes of a snapshot waits until all of it is here.
    private static let positions = """
        ALTER TABLE copy ADD COLUMN key TEXT;
        CREATE TABLE staged (
            position  INTEGER PRIMARY KEY,
            attempt   TEXT NOT NULL,
            json      TEXT NOT NULL,
            staged_at INTEGER NOT NULL
        );
        CREATE INDEX staged_by_attempt ON staged (attempt, position);
        DELETE FROM copy;
        """
}
