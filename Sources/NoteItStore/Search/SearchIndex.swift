import Foundation
import GRDB
import NoteItCore

extension SQLiteStore {
    public func textsToIndex() async throws -> Int { try await read { try SearchIndex.waiting($0).count } }

    public func indexTexts() async throws {
        let goal = try await read { try SearchIndex.waiting($0) }
        guard goal.count > 0 else { return }
        // What is posted meanwhile is for the next time, so that this ends.
        while try await commit({ try SearchIndex.advance($0, to: goal.head) }) {}
    }

    public func tidyTexts() async throws -> Bool { try await commit { try SearchIndex.tidy($0) } }
}

/// The index of all texts follows the log at its own pace, so that nobody who posts waits for it: `search_state` says up to which
/// row it has come. Each text is a document, its number the second in which it was written, then random bits, negated: newest
/// first, as FTS5 walks best, and saying nothing of how many there are.
enum SearchIndex {
    /// Changes in one transaction: some milliseconds, so that a post beside it does not wait for long.
    private static let batch = 100
    /// Pages of 4 KB in one transaction of merging.
    private static let pages = 128

    /// - Returns: `count`: changes that are not in the index; `head`: of the log.
    static func waiting(_ db: Database) throws -> (count: Int, head: Int64) {
        let head = try LogRow.head(db)
        let place = try place(db)
        let pending: Int? = try db.value("SELECT COUNT(*) FROM search_pending")
        return (Int(head.head - place) + (pending ?? 0), head.head)
    }

    static func place(_ db: Database) throws -> Int64 {
        try stored(try db.value(#"SELECT "offset" FROM search_state WHERE id = 1"#))
    }

    /// Takes one batch. Returns whether there is more to do before the log's row `goal` is in the index.
    static func advance(_ db: Database, to goal: Int64) throws -> Bool {
        try restart(db)
        let pending: [(subject: String, type: ChangeType)] = try db.decoded(
            "SELECT subject, type FROM search_pending LIMIT ?", [batch]
        ) { ($0[0], ChangeType(rawValue: $0[1])) }
        if pending.isEmpty {
            let place = try followLog(db)
            return try place < goal || db.first("SELECT 1 FROM search_pending") != nil
        }
        try write(pending, db)
        for (subject, _) in pending { try db.run("DELETE FROM search_pending WHERE subject = ?", subject) }
        return true
    }

    /// Where the log no longer has what the index lacks, everything is looked at again.
    private static func restart(_ db: Database) throws {
        let head = try LogRow.head(db)
        guard try place(db) < head.pruned else { return }
        try db.run(
            """
            INSERT OR IGNORE INTO search_pending (subject, type)
            SELECT id, 'event' FROM event UNION ALL SELECT id, 'reply' FROM reply
            """)
        try db.run(#"UPDATE search_state SET "offset" = ? WHERE id = 1"#, head.head)
    }

    /// - Returns: the place in the log now.
    private static func followLog(_ db: Database) throws -> Int64 {
        let place = try place(db)
        let rows: [(offset: Int64, subject: String, type: ChangeType, follows: Bool)] = try db.decoded(
            """
            SELECT "offset", subject, type, follows FROM log
            WHERE "offset" > ? AND type IN ('event', 'reply') ORDER BY "offset" LIMIT ?
            """, [place, batch]
        ) { ($0[0], $0[1], ChangeType(rawValue: $0[2]), $0[3]) }
        // Who may see a reply is who may see its event.
        for row in rows where row.type == .event && row.follows {
            try db.run(
                """
                INSERT INTO search_pending (subject, type) SELECT id, 'reply' FROM reply WHERE event_id = ?
                ON CONFLICT DO NOTHING
                """, row.subject)
        }
        var seen: Set<String> = []
        try write(rows.filter { seen.insert($0.subject).inserted }.map { ($0.subject, $0.type) }, db)
        let next = try rows.count == batch ? rows[batch - 1].offset : LogRow.head(db).head
        if next > place { try db.run(#"UPDATE search_state SET "offset" = ? WHERE id = 1"#, next) }
        return next
    }

    /// Makes the documents of these events and replies say what is stored. In the order of their numbers: FTS5 begins a new
    /// segment whenever a number is below the last.
    private static func write(_ subjects: [(subject: String, type: ChangeType)], _ db: Database) throws {
        let documents = try subjects.map { try SearchDocument(of: $0.subject, type: $0.type, db) }
        for document in documents.sorted(by: { $0.number < $1.number }) { try document.write(db) }
    }

    /// Merges a little of what was written apart, so that a word is looked up in few places. Returns whether there may be more.
    static func tidy(_ db: Database) throws -> Bool {
        let before = db.totalChangesCount
        try db.run("INSERT INTO search_text (search_text, rank) VALUES ('merge', ?)", pages)
        // Less says that nothing was left to do: https://www.sqlite.org/fts5.html#the_merge_command
        return db.totalChangesCount - before >= 2
    }

    /// Takes texts out at once, before the log is followed: for who leaves.
    static func forget(_ events: [Event.ID], _ db: Database) throws {
        for event in events {
            try db.run("DELETE FROM search_text WHERE rowid IN (SELECT id FROM search_document WHERE event_id = ?)", event)
            try db.run("DELETE FROM search_document WHERE event_id = ?", event)
        }
    }
}
