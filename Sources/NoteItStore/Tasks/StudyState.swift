import NoteItCore

/// The row of each person who has tasks, study settings or a plan.
enum StudyState {
    /// 0 for a person without a row.
    static func version(of account: Account.ID, _ db: SQLConnection) throws -> Int64 {
        try db.value("SELECT version FROM study_state WHERE account_id = ?", account) ?? 0
    }

    /// Counts a change of tasks, settings, blocks or the plan.
    static func touch(_ account: Account.ID, _ db: SQLConnection) throws {
        try db.send(
            """
            INSERT INTO study_state (account_id, version) VALUES (?, 1)
            ON CONFLICT (account_id) DO UPDATE SET version = study_state.version + 1
            """, account)
    }

    /// Counts a change of busy time, for which people without tasks, settings and a plan need no row.
    static func touchIfKnown(_ account: Account.ID, _ db: SQLConnection) throws {
        try db.send("UPDATE study_state SET version = version + 1 WHERE account_id = ?", account)
    }

    /// Deletes everything of a person who leaves. Their notifications must be gone.
    static func forget(_ account: Account.ID, _ db: SQLConnection) throws {
        try db.send("DELETE FROM task_after WHERE task_id IN (SELECT id FROM task WHERE account_id = ?)", account)
        for table in [
            "study_alert", "study_block", "study_record", "study_plan", "study_rule_event", "study_rule", "study_settings",
            "study_pending", "study_state", "task",
        ] {
            try db.send("DELETE FROM \(table) WHERE account_id = ?", account)
        }
    }
}
