extension Schema {
    /// The pace of imports, traces of removed items, and an index of what calendars follow, as a migration. Rows of before count as
    /// news for calendars, so that each is made anew once.
    static let calendarCare = """
        ALTER TABLE calendar_import ADD COLUMN failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0);
        ALTER TABLE calendar_import ADD COLUMN pause INTEGER NOT NULL DEFAULT 86400 CHECK (pause > 0);
        ALTER TABLE calendar_object ADD COLUMN trace TEXT CHECK (lost = 0 OR trace IS NULL);
        ALTER TABLE log_topic ADD COLUMN dates INTEGER NOT NULL DEFAULT 1 CHECK (dates IN (0, 1));
        CREATE INDEX log_topic_dates ON log_topic (topic, dates, "offset") WHERE dates = 1;
        CREATE TABLE removed_items (
            "offset" INTEGER NOT NULL,
            number   INTEGER NOT NULL CHECK (number >= 0),
            items    TEXT NOT NULL CHECK (items <> ''),
            PRIMARY KEY ("offset", number)
        ) WITHOUT ROWID;
        UPDATE calendar_state SET derived_at = NULL, version = version + 1;
        """
}
