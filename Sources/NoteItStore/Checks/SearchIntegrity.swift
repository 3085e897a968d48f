import GRDB
import NoteItCore

/// The index of texts is not ahead of the log, and up to its place holds what is stored.
func searchFindings(_ db: Database) throws -> [String] {
    let (place, head) = (try SearchIndex.place(db), try LogRow.head(db))
    guard place <= head.head else { return ["The index of texts is at row \(place) of the log, which ends at \(head.head)."] }
    let lost: [String] = try db.column(
        """
        SELECT subject FROM search_document WHERE id NOT IN (SELECT rowid FROM search_text)
        UNION ALL SELECT 'number ' || rowid FROM search_text WHERE rowid NOT IN (SELECT id FROM search_document)
        """)
    return lost.map { "The index of texts holds half of \($0)." }
        + (try place < head.pruned ? [] : staleFindings(behind: place, db))
}

/// Texts that changed since the index was there are not looked at: it will take them.
private func staleFindings(behind place: Int64, _ db: Database) throws -> [String] {
    let settled = try db.all(
        """
        SELECT s.subject, s.type FROM (
            SELECT id AS subject, 'event' AS type FROM event UNION ALL SELECT id, 'reply' FROM reply) s
        WHERE s.subject NOT IN (SELECT subject FROM search_pending)
            AND NOT EXISTS (SELECT 1 FROM log l WHERE l.subject = s.subject AND l."offset" > ?)
            AND NOT EXISTS (
                SELECT 1 FROM reply r JOIN log l ON l.subject = r.event_id
                WHERE r.id = s.subject AND l.follows = 1 AND l."offset" > ?)
        """, place, place)
    return try settled.compactMap { row in
        let (subject, type): (String, String) = (row["subject"], row["type"])
        let document = try SearchDocument(of: subject, type: ChangeType(rawValue: type), db)
        return try document.isHeld(db) ? nil : "The index of texts says something else of \(type) \(subject)."
    }
}
