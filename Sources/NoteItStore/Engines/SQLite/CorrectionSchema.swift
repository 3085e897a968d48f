extension Schema {
    /// What registrars correct in the catalog, as a migration.
    static let catalogCorrections = """
        CREATE TABLE requirement_correction (
            code          TEXT PRIMARY KEY,
            prerequisites TEXT,
            corequisites  TEXT,
            note          TEXT NOT NULL CHECK (length(note) <= 500),
            text          TEXT NOT NULL,
            corrected_at  INTEGER NOT NULL,
            CHECK (prerequisites IS NOT NULL OR corequisites IS NOT NULL)
        );
        CREATE TABLE attribute_synonym (
            spelling  TEXT PRIMARY KEY,
            attribute TEXT NOT NULL,
            CHECK (spelling <> attribute)
        ) WITHOUT ROWID;
        """
}
