import GRDB
import NoteItCore

/// The schema of the local SQLite file. Times are seconds since 1970-01-01T00:00:00Z; `json` columns hold wire types.
enum LocalSchema {
    /// "NtCp", as SQLite's `application_id`. A file from before the first release has none.
    static let applicationID = 0x4E74_4370

    /// The SQL that takes a file from each version to the next; a new file runs all of them. A released step never changes.
    static let steps = [tables + news]

    /// 0 for a file that is new. Throws `.unexpected` for one from before the first release, or from a newer `noteit`.
    static func version(of db: Database) throws -> Int {
        let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard try found == 0 || Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID else {
            throw ClientError.unexpected(
                "The local copy was made by a noteit from before version 0.3.0, which this one does not read. "
                    + "Send what waits in its outbox with that noteit, and then remove the file, or use another --profile.")
        }
        guard found <= steps.count else {
            throw ClientError.unexpected("A newer noteit wrote the local copy. Use that version, or another --profile.")
        }
        return found
    }

    /// Runs in one transaction, so that only one of several processes creates the tables.
    static func bringUp(_ db: Database, steps: [String] = steps) throws {
        for step in try steps.dropFirst(version(of: db)) { try db.execute(sql: step) }
        try db.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(steps.count)")
    }

    /// `copy` has a row once everything was fetched; without it, it is fetched again.
    private static let tables = """
        CREATE TABLE copy (
            id           INTEGER PRIMARY KEY CHECK (id = 1),
            server       TEXT NOT NULL,
            account      TEXT NOT NULL,            -- json
            epoch        TEXT NOT NULL,
            "offset"     INTEGER NOT NULL,
            key          TEXT,                     -- of a cursor within one row of the log
            refreshed_at INTEGER NOT NULL          -- when it was last up to date
        );
        -- The pages of a snapshot, until all are here.
        CREATE TABLE staged (
            position  INTEGER PRIMARY KEY,
            attempt   TEXT NOT NULL,
            json      TEXT NOT NULL,
            staged_at INTEGER NOT NULL
        );
        CREATE INDEX staged_by_attempt ON staged (attempt, position);

        -- What the log tells of, except what the three tables below hold, and answers of the server that pages need offline.
        CREATE TABLE subject (
            kind  TEXT NOT NULL,                   -- see `ChangeType`
            id    TEXT NOT NULL,
            scope TEXT,                            -- the course or degree plan that it belongs to, where a query asks for it
            place INTEGER NOT NULL,                -- its place among those of its kind, such as when it was created
            json  TEXT NOT NULL,
            PRIMARY KEY (kind, id)
        ) WITHOUT ROWID;
        CREATE INDEX subject_by_scope ON subject (kind, scope, place) WHERE scope IS NOT NULL;

        -- The columns and indexes of an event are those that lists read, so that they decode only what they show.
        CREATE TABLE event (
            id         TEXT PRIMARY KEY,
            course_id  TEXT NOT NULL,
            term_id    TEXT NOT NULL,
            number     INTEGER NOT NULL,
            kind       TEXT NOT NULL,
            due        INTEGER,
            author_id  TEXT NOT NULL,
            signer     TEXT,                      -- see `LocalCopy.people`
            created_at INTEGER NOT NULL,
            edited_at  INTEGER,
            rev        INTEGER NOT NULL,
            activity   INTEGER NOT NULL,           -- up to which there is something to see
            must_read  INTEGER NOT NULL,
            news       INTEGER NOT NULL DEFAULT 0, -- see `event_news`
            pinned     INTEGER NOT NULL DEFAULT 0,
            json       TEXT NOT NULL
        );
        CREATE INDEX event_by_number ON event (course_id, number);
        CREATE INDEX event_by_due ON event (due, course_id, number);
        CREATE INDEX event_of_course_by_due ON event (course_id, due, number);
        CREATE INDEX event_by_news ON event (news, kind, course_id) WHERE news > 0;
        CREATE INDEX event_undated ON event (created_at, number) WHERE due IS NULL;
        CREATE INDEX event_of_course_undated ON event (course_id, created_at, number) WHERE due IS NULL;
        CREATE INDEX event_by_signer ON event (signer) WHERE signer IS NOT NULL;
        CREATE INDEX event_pinned ON event (course_id) WHERE pinned;
        CREATE TABLE reply (
            position   INTEGER PRIMARY KEY,        -- order of arrival
            id         TEXT NOT NULL UNIQUE,
            event_id   TEXT NOT NULL,
            author_id  TEXT NOT NULL,
            signer     TEXT,
            created_at INTEGER NOT NULL,
            json       TEXT NOT NULL
        );
        CREATE INDEX reply_by_event ON reply (event_id, created_at, position);
        CREATE INDEX reply_by_author ON reply (author_id, event_id);
        CREATE INDEX reply_by_signer ON reply (signer) WHERE signer IS NOT NULL;
        CREATE TABLE mark (
            event_id  TEXT PRIMARY KEY,
            course_id TEXT NOT NULL,
            seen      INTEGER NOT NULL,
            muted     INTEGER NOT NULL,
            done      INTEGER NOT NULL,            -- whether the reader ticked the event off
            writes    INTEGER NOT NULL,            -- whether the reader wrote the event, or has an alias in its thread
            json      TEXT NOT NULL
        );
        CREATE INDEX mark_by_course ON mark (course_id);
        CREATE INDEX mark_done ON mark (event_id) WHERE done;
        CREATE INDEX mark_of_writer ON mark (event_id) WHERE writes;
        -- Seen events that the server has not heard of.
        CREATE TABLE seen (event_id TEXT PRIMARY KEY, activity INTEGER NOT NULL);
        -- What notifications are called on this machine. Those that are gone keep their numbers, so that no other one gets them.
        CREATE TABLE inbox_number (number INTEGER PRIMARY KEY AUTOINCREMENT, notification_id TEXT NOT NULL UNIQUE);

        CREATE TABLE outbox (
            position  INTEGER PRIMARY KEY AUTOINCREMENT,
            id        TEXT NOT NULL UNIQUE,        -- of the event, reply, task or other write, made here
            server    TEXT NOT NULL,
            account   TEXT NOT NULL,               -- its author
            kind      TEXT NOT NULL,               -- see OutboxEntry.Content; an unknown one is kept as unreadable
            target    TEXT NOT NULL,               -- see OutboxEntry.Content
            reference TEXT,                        -- the name of the target, which the copy may lose before: CMPT225#42
            json      TEXT NOT NULL,
            queued_at INTEGER NOT NULL,
            tries     INTEGER NOT NULL DEFAULT 0,
            state     TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'refused')),
            why       TEXT                         -- the error of the last try
        );
        -- Entries that were dropped while another process waited for them.
        CREATE TABLE dropped (id TEXT PRIMARY KEY);

        """
}

extension CatalogID: DatabaseValueConvertible {
    public var databaseValue: DatabaseValue { text.databaseValue }

    public static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
        String.fromDatabaseValue(value).map { Self($0) }
    }
}
