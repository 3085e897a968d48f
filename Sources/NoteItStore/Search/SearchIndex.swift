import Foundation
import NoteItCore

extension SQLStore {
    public func textsToIndex() async throws -> Int { try await searching { try SearchIndex.waiting($0).count } }

    public func indexTexts() async throws {
        let goal = try await searching { try SearchIndex.waiting($0) }
        guard goal.count > 0 else { return }
        // Posts after `goal` wait for the next call, so that this one ends.
        while try await indexing({ try SearchIndex.advance($0, to: goal.head) }) {}
    }

    public func tidyTexts() async throws -> Bool { try await indexing { try SearchIndex.tidy($0.index) } }
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
    static func waiting(_ db: SearchConnection) throws -> (count: Int, head: Int64) {
        let head = try LogRow.head(db.tables)
        let offset = try offset(db.index)
        let pending: Int? = try db.index.value("SELECT COUNT(*) FROM search_pending")
        return (max(0, Int(head.offset - offset)) + (pending ?? 0), head.offset)
    }

    /// The log offset that the index has reached.
    static func offset(_ index: SQLConnection) throws -> Int64 {
        try stored(try index.value(#"SELECT "offset" FROM search_state WHERE id = 1"#))
    }

    /// Indexes one batch. Returns whether more batches are left up to the log offset `goal`.
    static func advance(_ db: SearchConnection, to goal: Int64) throws -> Bool {
        let head = try LogRow.head(db.tables)
        try restart(db, head)
        // Beside another database, somebody else may have indexed more than this transaction sees of the tables.
        guard try offset(db.index) <= head.offset else { return try isBehind(goal, db.index) }
        let pending: [(subject: String, type: ChangeType)] = try db.index.decoded(
            "SELECT subject, type FROM search_pending LIMIT ?", [batch]
        ) { ($0[0], ChangeType(rawValue: $0[1])) }
        if pending.isEmpty {
            try followLog(db, head)
            return try isBehind(goal, db.index)
        }
        try write(pending, db)
        for (subject, _) in pending { try db.index.send("DELETE FROM search_pending WHERE subject = ?", subject) }
        return true
    }

    private static func isBehind(_ goal: Int64, _ index: SQLConnection) throws -> Bool {
        try offset(index) < goal || index.first("SELECT 1 FROM search_pending") != nil
    }

    /// Indexes everything again if rows that the index lacks were pruned from the log.
    private static func restart(_ db: SearchConnection, _ head: LogHead) throws {
        guard try offset(db.index) < head.pruned else { return }
        try wait("SELECT id, 'event' FROM event UNION ALL SELECT id, 'reply' FROM reply WHERE TRUE", [], db)
        try db.index.send(#"UPDATE search_state SET "offset" = ? WHERE id = 1"#, head.offset)
    }

    /// Adds the texts that a query of the tables names to those that are indexed again.
    /// - Parameter query: selects subjects and types, and ends with a condition.
    private static func wait(_ query: String, _ values: [SQLParameter], _ db: SearchConnection) throws {
        let insert = "INSERT INTO search_pending (subject, type)"
        guard !db.isOne else { return try db.index.send("\(insert) \(query) ON CONFLICT DO NOTHING", values) }
        try db.tables.rows(query, values) { row in
            try db.index.send("\(insert) VALUES (?, ?) ON CONFLICT DO NOTHING", row[0] as String, row[1] as String)
            return true
        }
    }

    private static func followLog(_ db: SearchConnection, _ head: LogHead) throws {
        let offset = try offset(db.index)
        let rows: [(offset: Int64, subject: String, type: ChangeType, follows: Bool)] = try db.tables.decoded(
            """
            SELECT "offset", subject, type, follows FROM log
            WHERE "offset" > ? AND type IN ('event', 'reply') ORDER BY "offset" LIMIT ?
            """, [offset, batch]
        ) { ($0[0], $0[1], ChangeType(rawValue: $0[2]), $0[3]) }
        // A reply has the audience of its event.
        for row in rows where row.type == .event && row.follows {
            try wait("SELECT id, 'reply' FROM reply WHERE event_id = ?", [row.subject], db)
        }
        var seen: Set<String> = []
        try write(rows.filter { seen.insert($0.subject).inserted }.map { ($0.subject, $0.type) }, db)
        let next = rows.count == batch ? rows[batch - 1].offset : head.offset
        if next > offset { try db.index.send(#"UPDATE search_state SET "offset" = ? WHERE id = 1"#, next) }
    }

    /// Updates the documents of these events and replies in the order of their numbers: FTS5 begins a new segment whenever a
    /// number is below the last.
    private static func write(_ subjects: [(subject: String, type: ChangeType)], _ db: SearchConnection) throws {
        let sources = try SearchSources(of: subjects, db.tables)
        let documents = try subjects.map { try SearchDocument(of: $0.subject, type: $0.type, in: sources, db) }
        for document in documents.sorted(by: { $0.number < $1.number }) { try document.write(db.index) }
    }

    /// Merges some segments, so that the lookup of a word reads few of them. Returns whether there may be more to merge.
    static func tidy(_ index: SQLConnection) throws -> Bool { try TextIndex.merge(pages: pages, index) }

    /// Removes the texts of a person who leaves at once, before the index follows the log. An index beside the database removes
    /// them when it follows.
    static func forget(_ events: [Event.ID], _ db: SQLConnection) throws {
        guard db.engine.holdsSearchIndex else { return }
        let db = SearchConnection(db).index
        for event in events {
            try TextIndex.delete(of: event, db)
            try db.send("DELETE FROM search_document WHERE event_id = ?", event)
        }
    }
}
