import GRDB
import NoteItCore

/// The schema of the local SQLite file. Times are seconds since 1970-01-01T00:00:00Z; `json` columns hold wire types.
enum LocalSchema {
    /// Kept in `PRAGMA user_version`.
    static let version = steps.count

    /// The migration from each version to the next; a new file runs all of them.
    static let steps = [
        first, inbox, community, reading, positions, drops, tasks, degrees, calendars, timetables, lists, ticks, names, news,
    ]

    /// 0 for a file that is new.
    static func version(of db: Database) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 }

    /// Runs in one transaction, so that only one of several processes creates the tables.
    static func bringUpToDate(_ db: Database) throws {
        let found = try version(of: db)
        guard found <= version else {
            throw ClientError.unexpected("A newer noteit wrote the local copy. Use that version, or another --profile.")
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
            refreshed_at INTEGER NOT NULL        -- when it was last up to date
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
            position   INTEGER PRIMARY KEY,      -- order of arrival
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
            account   TEXT NOT NULL,             -- its author
            kind      TEXT NOT NULL CHECK (kind IN ('event', 'reply')),
            target    TEXT NOT NULL,             -- the course of an event, the event of a reply
            json      TEXT NOT NULL,
            queued_at INTEGER NOT NULL,
            tries     INTEGER NOT NULL DEFAULT 0,
            state     TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'refused')),
            why       TEXT                       -- the error of the last try
        );
        """

    /// Deletes the copy, so that it is fetched again with the new types.
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

    /// Seen events that the server has not heard of.
    private static let reading = "CREATE TABLE seen (event_id TEXT PRIMARY KEY, activity INTEGER NOT NULL)"

    /// Entries that were dropped while another process waited for them.
    private static let drops = "CREATE TABLE dropped (id TEXT PRIMARY KEY)"

    private static let tasks = """
        CREATE TABLE task (id TEXT PRIMARY KEY, created_at INTEGER NOT NULL, json TEXT NOT NULL);
        CREATE TABLE study_settings (id INTEGER PRIMARY KEY CHECK (id = 1), json TEXT NOT NULL);
        CREATE TABLE study_plan (id INTEGER PRIMARY KEY CHECK (id = 1), json TEXT NOT NULL);
        DELETE FROM copy;
        """

    private static let degrees = """
        CREATE TABLE record (id INTEGER PRIMARY KEY CHECK (id = 1), json TEXT NOT NULL);
        CREATE TABLE degree_plan (id TEXT PRIMARY KEY, created_at INTEGER NOT NULL, json TEXT NOT NULL);
        CREATE TABLE plan_reply (id TEXT PRIMARY KEY, plan_id TEXT NOT NULL, number INTEGER NOT NULL, json TEXT NOT NULL);
        CREATE INDEX plan_reply_by_plan ON plan_reply (plan_id, number);
        CREATE TABLE plan_check (plan_id TEXT PRIMARY KEY, rev INTEGER NOT NULL, json TEXT NOT NULL);
        CREATE TABLE catalog_entry (code TEXT PRIMARY KEY, json TEXT NOT NULL);
        DELETE FROM copy;
        """

    private static let calendars = """
        CREATE TABLE personal_event (id TEXT PRIMARY KEY, start INTEGER NOT NULL, json TEXT NOT NULL);
        CREATE TABLE calendar_import (id TEXT PRIMARY KEY, json TEXT NOT NULL);
        DELETE FROM copy;
        """

    private static let timetables = """
        CREATE TABLE timetable (position INTEGER PRIMARY KEY, json TEXT NOT NULL);
        DELETE FROM copy;
        """

    /// A cursor within one row of the log, and the pages of a snapshot until all are here.
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

    /// The outbox takes ticks too. Marks that an older version kept do not say whether an event is done.
    private static let ticks = """
        ALTER TABLE outbox RENAME TO old_outbox;
        CREATE TABLE outbox (
            position  INTEGER PRIMARY KEY AUTOINCREMENT,
            id        TEXT NOT NULL UNIQUE,      -- of the event, reply or tick, made here
            server    TEXT NOT NULL,
            account   TEXT NOT NULL,             -- its author
            kind      TEXT NOT NULL CHECK (kind IN ('event', 'reply', 'done')),
            target    TEXT NOT NULL,             -- the course of an event, the event of a reply or a tick
            json      TEXT NOT NULL,
            queued_at INTEGER NOT NULL,
            tries     INTEGER NOT NULL DEFAULT 0,
            state     TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'refused')),
            why       TEXT                       -- the error of the last try
        );
        INSERT INTO outbox (position, id, server, account, kind, target, json, queued_at, tries, state, why)
        SELECT position, id, server, account, kind, target, json, queued_at, tries, state, why FROM old_outbox;
        DROP TABLE old_outbox;
        DELETE FROM copy;
        """

    /// The name of what an entry goes to, which the copy may lose before the entry is sent: `CMPT225#42`.
    private static let names = "ALTER TABLE outbox ADD COLUMN reference TEXT"

    /// Events say which replies are left, and whether they are pinned; preferences say what one follows. Deletes the copy, so that
    /// it is fetched again with them.
    private static let news = """
        ALTER TABLE event ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX event_pinned ON event (course_id) WHERE pinned;
        DELETE FROM copy;
        """
}

extension CatalogID: DatabaseValueConvertible {
    public var databaseValue: DatabaseValue { text.databaseValue }

    public static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
        String.fromDatabaseValue(value).map { Self($0) }
    }
}
