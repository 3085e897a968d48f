extension Schema {
    /// The tables of the search index, as a migration. The index then fills itself from the other tables.
    static let search = """
        CREATE TABLE search_state (id INTEGER PRIMARY KEY CHECK (id = 1), "offset" INTEGER NOT NULL);
        INSERT INTO search_state VALUES (1, 0);
        CREATE TABLE search_pending (subject TEXT PRIMARY KEY, type TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE search_document (
            id       INTEGER PRIMARY KEY,
            subject  TEXT NOT NULL UNIQUE,
            event_id TEXT NOT NULL REFERENCES event (id),
            rev      INTEGER NOT NULL
        );
        CREATE INDEX search_document_by_event ON search_document (event_id);
        CREATE VIRTUAL TABLE search_text USING fts5 (
            title, body, tags, facets, columnsize = 0, tokenize = 'porter unicode61 remove_diacritics 2'
        );
        CREATE INDEX event_by_kind ON event (course_id, kind, due_day IS NULL, due_day, due, number) WHERE deleted_at IS NULL;
        CREATE INDEX event_by_writer ON event (course_id, author_id, due_day IS NULL, due_day, due, number) WHERE deleted_at IS NULL;
        CREATE INDEX event_by_openness ON event (course_id, kind, due_day IS NULL, due_day, due, number)
            WHERE deleted_at IS NULL AND kind = 'question' AND accepted_id IS NULL AND endorsed_id IS NULL;
        """

    /// Document numbers become negative, and facets get more: all texts are indexed again.
    static let searchNewestFirst = """
        DROP TABLE search_text;
        DELETE FROM search_document;
        DELETE FROM search_pending;
        UPDATE search_state SET "offset" = 0;
        CREATE VIRTUAL TABLE search_text USING fts5 (
            title, body, tags, facets, columnsize = 0, tokenize = 'porter unicode61 remove_diacritics 2'
        );
        INSERT INTO search_text (search_text, rank) VALUES ('usermerge', 2);
        """

    /// Characters of scripts without spaces become words: texts that have them are indexed again.
    static let searchSeparated = """
        INSERT OR IGNORE INTO search_pending (subject, type)
        SELECT subject, CASE WHEN subject = event_id THEN 'event' ELSE 'reply' END FROM search_document;
        """
}
