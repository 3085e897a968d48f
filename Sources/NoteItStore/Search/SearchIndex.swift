import Foundation
import NoteItCore

extension SQLStore {
    public func textsToIndex() async throws -> Int { try await read { try SearchIndex.waiting($0).count } }

    public func indexTexts() async throws {
        let goal = try await read { try SearchIndex.waiting($0) }
        guard goal.count > 0 else { return }
        // Posts after `goal` wait for the next call, so that this one ends.
        while try await commit({ try SearchIndex.advance($0.db, to: goal.head) }) {}
    }

    public func tidyTexts() async throws -> Bool { try await commit { try SearchIndex.tidy($0.db) } }
}

/// The index of all texts follows the log at its own pace, so that posting never waits for it. `search_state` holds the log
/// offset that it has reached. Each text is a document. Its number is made of the second of its creation and random bits,
/// negated: FTS5 then walks the newest first, and the number does not tell how many documents there are.
enum SearchIndex {
    /// Changes in one transaction: a few milliseconds, so that a post does not wait for long.
    private static let batch = 100
    /// Pages of 4 KB to merge in one transaction.
    private static let pages = 128

    /// - Returns: the number of changes that are not in the index yet, and the head of the log.
    static func waiting(_ db: SQLConnection) throws -> (count: Int, head: Int64) {
        let head = try LogRow.head(db)
        let offset = try offset(db)
        let pending: Int? = try db.value("SELECT COUNT(*) FROM search_pending")
        return (Int(head.head - offset) + (pending ?? 0), head.head)
    }

    /// The log offset that the index has reached.
    static func offset(_ db: SQLConnection) throws -> Int64 {
        try stored(try db.value(#"SELECT "offset" FROM search_state WHERE id = 1"#))
    }

    /// Indexes one batch. Returns whether more batches are left up to the log offset `goal`.
    static func advance(_ db: SQLConnection, to goal: Int64) throws -> Bool {
        try restart(db)
        let pending: [(subject: String, type: ChangeType)] = try db.decoded(
            "SELECT subject, type FROM search_pending LIMIT ?", [batch]
        ) { ($0[0], ChangeType(rawValue: $0[1])) }
        if pending.isEmpty {
            let offset = try followLog(db)
            return try offset < goal || db.first("SELECT 1 FROM search_pending") != nil
        }
        try write(pending, db)
        for (subject, _) in pending { try db.send("DELETE FROM search_pending WHERE subject = ?", subject) }
        return true
    }

    /// Indexes everything again if rows that the index lacks were pruned from the log.
    private static func restart(_ db: SQLConnection) throws {
        let head = try LogRow.head(db)
        guard try offset(db) < head.pruned else { return }
        try db.send(
            """
            INSERT INTO search_pending (subject, type)
            SELECT id, 'event' FROM event UNION ALL SELECT id, 'reply' FROM reply WHERE TRUE
            ON CONFLICT DO NOTHING
            """)
        try db.send(#"UPDATE search_state SET "offset" = ? WHERE id = 1"#, head.head)
    }

    /// - Returns: the new offset of the index.
    private static func followLog(_ db: SQLConnection) throws -> Int64 {
        let offset = try offset(db)
        let rows: [(offset: Int64, subject: String, type: ChangeType, follows: Bool)] = try db.decoded(
            """
            SELECT "offset", subject, type, follows FROM log
            WHERE "offset" > ? AND type IN ('event', 'reply') ORDER BY "offset" LIMIT ?
            """, [offset, batch]
        ) { ($0[0], $0[1], ChangeType(rawValue: $0[2]), $0[3]) }
        // A reply has the audience of its event.
        for row in rows where row.type == .event && row.follows {
            try db.send(
                """
                INSERT INTO search_pending (subject, type) SELECT id, 'reply' FROM reply WHERE event_id = ?
                ON CONFLICT DO NOTHING
                """, row.subject)
        }
        var seen: Set<String> = []
        try write(rows.filter { seen.insert($0.subject).inserted }.map { ($0.subject, $0.type) }, db)
        let next = try rows.count == batch ? rows[batch - 1].offset : LogRow.head(db).head
        if next > offset { try db.send(#"UPDATE search_state SET "offset" = ? WHERE id = 1"#, next) }
        return next
    }

    /// Updates the documents of these events and replies in the order of their numbers: FTS5 begins a new segment whenever a
    /// number is below the last.
    private static func write(_ subjects: [(subject: String, type: ChangeType)], _ db: SQLConnection) throws {
        let documents = try subjects.map { try SearchDocument(of: $0.subject, type: $0.type, db) }
        for document in documents.sorted(by: { $0.number < $1.number }) { try document.write(db) }
    }

    /// Merges some segments, so that the lookup of a word reads few of them. Returns whether there may be more to merge.
    static func tidy(_ db: SQLConnection) throws -> Bool { try TextIndex.merge(pages: pages, db) }

    /// Removes the texts of a person who leaves at once, before the index follows the log.
    static func forget(_ events: [Event.ID], _ db: SQLConnection) throws {
        for event in events {
            try TextIndex.delete(of: event, db)
            try db.send("DELETE FROM search_document WHERE event_id = ?", event)
        }
    }
}
