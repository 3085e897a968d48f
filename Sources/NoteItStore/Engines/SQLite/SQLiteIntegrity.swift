extension SQLiteConnection {
    /// Damaged pages, and rows that refer to absent rows.
    func findings(_ db: SQLConnection) throws -> [String] {
        let damage: [String] = try db.native.column("PRAGMA integrity_check")
        let orphans = try db.native.all("PRAGMA foreign_key_check").map { row in
            "A row of \(row["table"] as String? ?? "?") refers to a missing row of \(row["parent"] as String? ?? "?")."
        }
        return damage.filter { $0 != "ok" }.map { "SQLite: \($0)" } + orphans
    }

    func hasTable(_ name: String, _ db: SQLConnection) throws -> Bool {
        try db.native.first("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", name) != nil
    }

    func auditTriggers(_ db: SQLConnection) throws -> Int {
        try db.native.value("SELECT COUNT(*) FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit'") ?? 0
    }
}
