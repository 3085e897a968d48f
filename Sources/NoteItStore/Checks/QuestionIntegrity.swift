import GRDB
import NoteItCore

/// Answers belong to their questions, counts hold, and an alias is one person's in one thread.
func questionFindings(_ db: Database) throws -> [String] {
    let answers: [String] = try db.column(
        """
        SELECT e.id FROM event e, json_each(json_array(e.accepted_id, e.endorsed_id)) answer
        WHERE e.deleted_at IS NULL AND answer.value IS NOT NULL AND (e.kind <> 'question' OR NOT EXISTS (
            SELECT 1 FROM reply r WHERE r.id = answer.value AND r.event_id = e.id AND r.deleted_at IS NULL))
        """)
    // Who has left still counts, without a mark.
    let counts: [String] = try db.column(
        "SELECT id FROM event e WHERE me_too < (SELECT COUNT(*) FROM event_mark m WHERE m.event_id = e.id AND m.me_too = 1)")
    return answers.map { "The event \($0) has an answer that is no reply to it." }
        + counts.map { "The event \($0) counts those who have the same question wrongly." } + (try aliasFindings(db))
}

private func aliasFindings(_ db: Database) throws -> [String] {
    let shared: [String] = try db.column(
        """
        WITH worn (event_id, account_id, alias) AS (
            SELECT id, author_id, alias FROM event WHERE alias IS NOT NULL
            UNION SELECT event_id, author_id, alias FROM reply WHERE alias IS NOT NULL
            UNION SELECT event_id, account_id, alias FROM event_mark WHERE alias IS NOT NULL)
        SELECT event_id FROM worn GROUP BY event_id
        HAVING COUNT(DISTINCT alias) <> COUNT(*) OR COUNT(DISTINCT account_id) <> COUNT(*)
        UNION SELECT min(event_id) FROM worn GROUP BY alias HAVING COUNT(*) > 1
        UNION SELECT event_id FROM worn WHERE alias IN (SELECT id FROM account)
        """)
    return shared.map { "In the thread of event \($0) an alias is not one person's." }
}
