extension SQLiteConnection {
    /// Damaged pages, and rows that refer to absent rows.
    func findings(_ db: SQLConnection) throws -> [String] {
        let damage: [String] = try db.native.column("PRAGMA integrity_check")
        let orphans = try db.native.all("PRAGMA foreign_key_check").map { row in
            "A row of \(row["table"] as String? ?? "?") refers to a missing row of \(row["parent"] as String? ?? "?")."
        }
        return damage.filter { $0 != "ok" }.map { "SQLite: \($0)" } + orphans
    }

    func auditTriggers(_ db: SQLConnection) throws -> Int {
        try db.native.value("SELECT COUNT(*) FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit'") ?? 0
    }
}
