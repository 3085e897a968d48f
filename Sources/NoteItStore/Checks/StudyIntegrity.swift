import NoteItCore

/// Tasks, blocks and records belong together, and nothing waits for itself.
func studyFindings(_ db: SQLConnection) throws -> [String] {
    let findings: [String] = try db.column(
        """
        SELECT 'The task ' || a.task_id || ' waits for ' || a.after_id || ', which is not a flexible task of the same person.'
        FROM task_after a JOIN task t ON t.id = a.task_id JOIN task o ON o.id = a.after_id
        WHERE o.account_id <> t.account_id OR o.kind <> 'flexible' OR t.kind <> 'flexible'
        UNION ALL
        SELECT 'The account ' || t.account_id || ' has tasks, but no study state.'
        FROM task t WHERE NOT EXISTS (SELECT 1 FROM study_state s WHERE s.account_id = t.account_id) GROUP BY t.account_id
        UNION ALL
        SELECT 'The rule that made task ' || t.id || ' would make another.'
        FROM task t WHERE t.by_rule = 1 AND NOT EXISTS (
            SELECT 1 FROM study_rule_event x WHERE x.account_id = t.account_id AND x.event_id = t.event_id)
        UNION ALL
        SELECT 'The study block ' || b.id || ' of account ' || b.account_id || ' is of another person''s task.'
        FROM study_block b JOIN task t ON t.id = b.task_id WHERE t.account_id <> b.account_id
        UNION ALL
        SELECT 'The record ' || r.id || ' is of another person''s task.'
        FROM study_record r JOIN task t ON t.id = r.task_id WHERE t.account_id <> r.account_id
        UNION ALL
        SELECT 'The record ' || r.id || ' has more minutes than its block, or the block is not done.'
        FROM study_record r JOIN study_block b ON b.account_id = r.account_id AND b.id = r.block_id
        WHERE b.done = 0 OR 60 * r.minutes > b.ends_at - b.starts_at
        UNION ALL
        SELECT 'Study plans follow the log ahead of its end.'
        FROM study_log s JOIN log_head h ON h.id = s.id WHERE s."offset" > h.head
        """)
    return findings + (try cycleFindings(db))
}

private func cycleFindings(_ db: SQLConnection) throws -> [String] {
    let people: [Account.ID] = try db.column(
        "SELECT DISTINCT t.account_id FROM task_after a JOIN task t ON t.id = a.task_id")
    return try people.compactMap { account in
        TaskAfter.hasCycle(try TaskAfter.all(of: account, db)) ? "Tasks of account \(account) wait for each other." : nil
    }
}
