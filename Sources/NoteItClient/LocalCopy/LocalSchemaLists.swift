extension LocalSchema {
    /// Columns and indexes that lists read, so that they decode only what they show. Deletes the copy, so that it is fetched
    /// again with them.
    static let lists = """
        DROP TABLE event;
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
            json       TEXT NOT NULL
        );
        CREATE INDEX event_by_number ON event (course_id, number);
        CREATE INDEX event_by_due ON event (due, course_id, number);
        CREATE INDEX event_of_course_by_due ON event (course_id, due, number);
        CREATE INDEX event_by_news ON event (news, kind, course_id) WHERE news > 0;
        CREATE INDEX event_undated ON event (created_at, number) WHERE due IS NULL;
        CREATE INDEX event_of_course_undated ON event (course_id, created_at, number) WHERE due IS NULL;
        CREATE INDEX event_by_signer ON event (signer) WHERE signer IS NOT NULL;
        DROP TABLE reply;
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
        DROP TABLE mark;
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
        DROP TABLE enrollment;
        CREATE TABLE enrollment (
            scope     TEXT PRIMARY KEY,
            course_id TEXT NOT NULL,
            since     INTEGER NOT NULL,
            json      TEXT NOT NULL
        );
        CREATE INDEX enrollment_by_course ON enrollment (course_id, since);
        DELETE FROM copy;

        -- What is new to the reader: 0 nothing, 1 something of a muted thread or course, 2 something else.
        -- Of an event that they never opened, only what was written since they came is new.
        CREATE VIEW event_news AS
        SELECT e.id AS id, CASE
            WHEN e.activity <= max(coalesce(m.seen, 0), coalesce(s.activity, 0)) THEN 0
            WHEN coalesce(m.seen, 0) = 0 AND s.activity IS NULL AND max(
                e.created_at, coalesce(e.edited_at, 0),
                coalesce((SELECT max(r.created_at) FROM reply r WHERE r.event_id = e.id), 0)
            ) < (SELECT min(n.since) FROM enrollment n WHERE n.course_id = e.course_id) THEN 0
            WHEN m.event_id IS NULL AND s.event_id IS NULL AND e.activity <= e.rev
                AND e.author_id = (SELECT json_extract(c.account, '$.id') FROM copy c) THEN 0
            WHEN e.must_read = 0 AND (coalesce(m.muted, 0) OR e.course_id IN (
                SELECT j.value FROM preferences p, json_each(p.json, '$.mutedCourses') j)) THEN 1
            ELSE 2
        END AS news
        FROM event e LEFT JOIN mark m ON m.event_id = e.id LEFT JOIN seen s ON s.event_id = e.id;

        \(judging("event_comes", "INSERT ON event", "id = NEW.id"))
        \(judging("reply_comes", "INSERT ON reply", "id = NEW.event_id"))
        \(judging("reply_goes", "DELETE ON reply", "id = OLD.event_id"))
        \(judging("mark_comes", "INSERT ON mark", "id = NEW.event_id"))
        \(judging("mark_goes", "DELETE ON mark", "id = OLD.event_id"))
        \(judging("seen_comes", "INSERT ON seen", "id = NEW.event_id"))
        \(judging("seen_grows", "UPDATE ON seen", "id = NEW.event_id"))
        \(judging("seen_goes", "DELETE ON seen", "id = OLD.event_id"))
        \(judging("enrollment_comes", "INSERT ON enrollment", "course_id = NEW.course_id"))
        \(judging("enrollment_goes", "DELETE ON enrollment", "course_id = OLD.course_id"))
        \(judging("preferences_come", "INSERT ON preferences", "TRUE"))
        \(judging("preferences_go", "DELETE ON preferences", "TRUE"))
        """

    /// A trigger that asks again what is new of some events.
    private static func judging(_ name: String, _ change: String, _ condition: String) -> String {
        """
        CREATE TRIGGER \(name) AFTER \(change) BEGIN
            UPDATE event SET news = (SELECT n.news FROM event_news n WHERE n.id = event.id) WHERE \(condition);
        END;
        """
    }
}
