/// Answers belong to their questions, counts (of thanks too) are right, and an alias is of one person in one thread.
func questionFindings(_ db: SQLConnection) throws -> [String] {
    let answers: [String] = try db.column(
        """
        WITH answer (event_id, reply_id) AS (
            SELECT id, accepted_id FROM event WHERE deleted_at IS NULL AND accepted_id IS NOT NULL
            UNION ALL SELECT id, endorsed_id FROM event WHERE deleted_at IS NULL AND endorsed_id IS NOT NULL)
        SELECT e.id FROM answer a JOIN event e ON e.id = a.event_id
        WHERE e.kind <> 'question' OR NOT EXISTS (
            SELECT 1 FROM reply r WHERE r.id = a.reply_id AND r.event_id = e.id AND r.deleted_at IS NULL)
        """)
    // A person who has left still counts, but has no mark.
    let counts: [String] = try db.column(
        "SELECT id FROM event e WHERE me_too < (SELECT COUNT(*) FROM event_mark m WHERE m.event_id = e.id AND m.me_too = 1)")
    return answers.map { "The event \($0) has an answer that is not a reply to it." }
        + counts.map { "The event \($0) has a wrong count of people with the same question." } + (try thanksFindings(db))
        + (try aliasFindings(db))
}

/// A person who has left still counts, but is not listed.
private func thanksFindings(_ db: SQLConnection) throws -> [String] {
    let counts: [String] = try db.column(
        "SELECT id FROM reply r WHERE thanks < (SELECT COUNT(*) FROM reply_thanks t WHERE t.reply_id = r.id)")
    let strays: [String] = try db.column(
        """
        SELECT t.reply_id FROM reply_thanks t JOIN reply r ON r.id = t.reply_id
        WHERE r.event_id <> t.event_id OR r.author_id = t.account_id OR NOT EXISTS (
            SELECT 1 FROM event_mark m WHERE m.account_id = t.account_id AND m.event_id = t.event_id)
        """)
    return counts.map { "The reply \($0) has a wrong count of thanks." }
        + strays.map { "The reply \($0) has thanks of its author, in another thread or without a mark." }
}

private func aliasFindings(_ db: SQLConnection) throws -> [String] {
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
    return shared.map { "In the thread of event \($0) an alias does not belong to one person." }
}
