extension Schema {
    /// The minutes between places, as a migration.
    static let ways = """
        CREATE TABLE way (
            from_place TEXT NOT NULL,
            to_place   TEXT NOT NULL,
            minutes    INTEGER NOT NULL CHECK (minutes BETWEEN 0 AND 240),
            PRIMARY KEY (from_place, to_place),
            CHECK (from_place <> to_place)
        ) WITHOUT ROWID;
        """
}
