import NoteItCore

/// Handles, by which people are mentioned.
enum HandleRow {
    /// In digits. A longer number at the end of a handle comes from the display name.
    private static let longestNumber = 6

    /// The handles in use, and those of people who left: older texts mention them, so nobody else gets them.
    private static let taken = "(SELECT handle FROM account UNION ALL SELECT handle FROM former_handle) AS taken"

    /// A free handle for a new person: the base of the name, with the next number if the base is taken.
    static func free(for displayName: String, _ db: SQLConnection) throws -> String {
        let base = Handle.base(of: displayName)
        guard try db.first("SELECT 1 FROM \(taken) WHERE handle = ?", base) != nil else { return base }
        let last: Int? = try db.value(
            """
            SELECT max(CAST(substr(handle, ?) AS INTEGER)) FROM \(taken)
            WHERE handle > ? AND handle < ? || ':' AND length(handle) <= ? AND trim(substr(handle, ?), '0123456789') = ''
            """, base.utf8.count + 1, base, base, base.utf8.count + longestNumber, base.utf8.count + 1)
        let next = max(last ?? 1, 1) + 1
        if "\(next)".utf8.count <= longestNumber { return "\(base)\(next)" }
        // The last number is taken. A random longer number avoids a search for a gap.
        while true {
            let handle = "\(base)\(Int.random(in: 1_000_000_000..<1_000_000_000_000))"
            if try db.first("SELECT 1 FROM \(taken) WHERE handle = ?", handle) == nil { return handle }
        }
    }

    /// Keeps the handle of a person who leaves from everyone else.
    static func retire(of account: Account.ID, _ db: SQLConnection) throws {
        try db.send(
            "INSERT INTO former_handle (handle) SELECT handle FROM account WHERE id = ? AND handle IS NOT NULL", account)
    }

    /// Gives a handle to each person without one, in a database that is older than handles.
    static func fill(_ db: SQLConnection) throws {
        for row in try db.all("SELECT id, display_name FROM account WHERE handle IS NULL AND left_at IS NULL ORDER BY id") {
            try db.send(
                "UPDATE account SET handle = ? WHERE id = ?", try free(for: row["display_name"], db), row["id"] as Account.ID)
        }
    }
}
