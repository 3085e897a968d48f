import NoteItCore

/// The search index is not ahead of the log, and agrees with the tables up to its log offset.
func searchFindings(_ db: SearchConnection) throws -> [String] {
    let (offset, head) = (try SearchIndex.offset(db.index), try LogRow.head(db.tables))
    guard offset <= head.offset else {
        return ["The search index is at row \(offset) of the log, which ends at \(head.offset)."]
    }
    return try TextIndex.halves(db.index).map { "The search index has only half of \($0)." }
        + (try offset < head.pruned ? [] : staleFindings(upTo: offset, db))
}

/// Skips texts that changed after `offset`: the index has yet to take them.
private func staleFindings(upTo offset: Int64, _ db: SearchConnection) throws -> [String] {
    let pending = Set(try db.index.column("SELECT subject FROM search_pending") as [String])
    let settled = try db.tables.all(
        """
        SELECT s.subject, s.type FROM (
            SELECT id AS subject, 'event' AS type FROM event UNION ALL SELECT id, 'reply' FROM reply) s
        WHERE NOT EXISTS (SELECT 1 FROM log l WHERE l.subject = s.subject AND l."offset" > ?)
            AND NOT EXISTS (
                SELECT 1 FROM reply r JOIN log l ON l.subject = r.event_id
                WHERE r.id = s.subject AND l.follows = 1 AND l."offset" > ?)
        """, offset, offset)
    return try settled.compactMap { row in
        let (subject, type): (String, String) = (row["subject"], row["type"])
        guard !pending.contains(subject) else { return nil }
        let sources = try SearchSources(of: [(subject, ChangeType(rawValue: type))], db.tables)
        let document = try SearchDocument(of: subject, type: ChangeType(rawValue: type), in: sources, db)
        return try document.isHeld(db.index) ? nil : "The search index is wrong about \(type) \(subject)."
    }
}
