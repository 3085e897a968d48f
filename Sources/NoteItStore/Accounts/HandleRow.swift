import GRDB
import NoteItCore

/// Who is mentioned by which handle.
enum HandleRow {
    /// In digits. Somebody's own name may end in more: that is no number of ours.
    private static let longestNumber = 6

    /// Those that somebody has, and those of people who left: what they are mentioned by in older texts names nobody else.
    private static let taken = "(SELECT handle FROM account UNION ALL SELECT handle FROM former_handle)"

    /// The handle that a new person of that name gets: the name's, with the next number where it is taken.
    static func free(for displayName: String, _ db: Database) throws -> String {
        let base = Handle.base(of: displayName)
        guard try db.first("SELECT 1 FROM \(taken) WHERE handle = ?", base) != nil else { return base }
        let last: Int? = try db.value(
            """
            SELECT max(CAST(substr(handle, ?) AS INTEGER)) FROM \(taken)
            WHERE handle > ? AND handle < ? || ':' AND length(handle) <= ? AND NOT substr(handle, ?) GLOB '*[^0-9]*'
            """, base.utf8.count + 1, base, base, base.utf8.count + longestNumber, base.utf8.count + 1)
        let next = max(last ?? 1, 1) + 1
        if "\(next)".utf8.count <= longestNumber { return "\(base)\(next)" }
        // Somebody's own name ends in the last number. Longer ones are drawn, so that no search for a gap is needed.
        while true {
            let handle = "\(base)\(Int.random(in: 1_000_000_000..<1_000_000_000_000))"
            if try db.first("SELECT 1 FROM \(taken) WHERE handle = ?", handle) == nil { return handle }
        }
    }

    /// Nobody gets the handle of a person who leaves.
    static func retire(of account: Account.ID, _ db: Database) throws {
        try db.run(
            "INSERT INTO former_handle (handle) SELECT handle FROM account WHERE id = ? AND handle IS NOT NULL", account)
    }

    /// Gives one to each person who has none: those of a database that is older than handles.
    static func fill(_ db: Database) throws {
        for row in try db.all("SELECT id, display_name FROM account WHERE handle IS NULL AND left_at IS NULL ORDER BY id") {
            try db.run(
                "UPDATE account SET handle = ? WHERE id = ?", try free(for: row["display_name"], db), row["id"] as Account.ID)
        }
    }
}
