import GRDB
import NoteItCore

/// Who is mentioned by which handle.
enum HandleRow {
    /// In digits. Somebody's own name may end in more: that is no number of ours.
    private static let longestNumber = 9

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
        return "\(base)\(max(last ?? 1, 1) + 1)"
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
