extension Schema {
    /// The files and folders of people's own folders. A folder has no size, type, tag and data.
    static let folders = """
        CREATE TABLE folder_item (
            account_id  TEXT NOT NULL REFERENCES account (id),
            path        TEXT NOT NULL CHECK (path <> ''),
            size        INTEGER CHECK (size >= 0),
            media_type  TEXT,
            etag        TEXT,
            properties  TEXT NOT NULL,
            created_at  INTEGER NOT NULL,
            modified_at INTEGER NOT NULL,
            data        BLOB,
            PRIMARY KEY (account_id, path),
            CHECK (length(data) = size),
            CHECK ((data IS NULL) = (size IS NULL)),
            CHECK ((data IS NULL) = (media_type IS NULL)),
            CHECK ((data IS NULL) = (etag IS NULL))
        );
        """
}
