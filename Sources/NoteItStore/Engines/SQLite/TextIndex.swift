import NoteItCore

/// The FTS5 table `search_text` and all statements on it. A document is a row under its number in `search_document`. An
/// expression is in the syntax of FTS5.
enum TextIndex {
    /// What the index has of a document.
    struct Texts: Equatable {
        var title = ""
        var body: String
        var tags = ""
        /// The names of the attachments.
        var files = ""
        /// The words of the facets, sorted, with spaces between.
        var facets: String

        /// Byte for byte.
        static func == (left: Self, right: Self) -> Bool {
            left.title.utf8.elementsEqual(right.title.utf8) && left.body.utf8.elementsEqual(right.body.utf8)
                && left.tags.utf8.elementsEqual(right.tags.utf8) && left.files.utf8.elementsEqual(right.files.utf8)
                && left.facets == right.facets
        }
    }

    /// A document that matches. Its texts are marked as `MarkedText(highlighted:)` reads them.
    struct Match {
        var number: Int64
        var subject: String
        var event: Event.ID
        var title, body, tags, files: String

        init(_ row: Row) {
            (number, subject, event, title, body, tags, files) = (row[0], row[1], row[2], row[3], row[4], row[5], row[6])
        }
    }

    /// The most documents of a block in an index beside the database. Blocks that a search made hold fewer.
    private static let largestBlock = 1_000
    private static let marked =
        "highlight(search_text, 0, char(1), char(2)), highlight(search_text, 1, char(1), char(2)), "
        + "highlight(search_text, 2, char(1), char(2)), highlight(search_text, 3, char(1), char(2))"

    static func texts(_ number: Int64, _ db: SQLConnection) throws -> Texts? {
        try db.native.decoded("SELECT title, body, tags, files, facets FROM search_text WHERE rowid = ?", [number]) {
            Texts(title: $0[0], body: $0[1], tags: $0[2], files: $0[3], facets: $0[4])
        }.first
    }

    static func insert(_ texts: Texts, _ number: Int64, _ db: SQLConnection) throws {
        try db.native.send(
            "INSERT INTO search_text (rowid, title, body, tags, files, facets) VALUES (?, ?, ?, ?, ?, ?)", number, texts.title,
            texts.body, texts.tags, texts.files, texts.facets)
    }

    static func update(_ texts: Texts, _ number: Int64, _ db: SQLConnection) throws {
        try db.native.send(
            "UPDATE search_text SET title = ?, body = ?, tags = ?, files = ?, facets = ? WHERE rowid = ?", texts.title,
            texts.body, texts.tags, texts.files, texts.facets, number)
    }

    static func delete(_ number: Int64, _ db: SQLConnection) throws {
        try db.native.send("DELETE FROM search_text WHERE rowid = ?", number)
    }

    /// Deletes the texts of an event and of its replies.
    static func delete(of event: Event.ID, _ db: SQLConnection) throws {
        try db.native.send("DELETE FROM search_text WHERE rowid IN (SELECT id FROM search_document WHERE event_id = ?)", event)
    }

    /// Merges segments by about so many pages. Returns whether there may be more to merge.
    static func merge(pages: Int, _ db: SQLConnection) throws -> Bool {
        func changes() throws -> Int { try db.native.value("SELECT total_changes()") ?? 0 }
        let before = try changes()
        try db.native.send("INSERT INTO search_text (search_text, rank) VALUES ('merge', ?)", pages)
        // Fewer changes mean that nothing was left to do: https://www.sqlite.org/fts5.html#the_merge_command
        return try changes() - before >= 2
    }

    /// The newest documents that match, regardless of their audience.
    static func numbers(_ expression: String, limit: Int, _ db: SQLConnection) throws -> [Int64] {
        try db.native.column(
            "SELECT rowid FROM search_text WHERE search_text MATCH ? ORDER BY rowid LIMIT ?", expression, limit)
    }

    /// The first `limit` matching documents with a number above `top`, regardless of their audience. Nil if there are none.
    static func walk(
        _ expression: String, above top: Int64, limit: Int, _ db: SQLConnection
    ) throws -> (count: Int, first: Int64, last: Int64)? {
        let row = try stored(
            try db.native.first(
                """
                SELECT COUNT(*), min(n), max(n) FROM (
                    SELECT rowid AS n FROM search_text WHERE search_text MATCH ? AND rowid > ? ORDER BY rowid LIMIT ?)
                """, expression, top, limit))
        let (first, last): (Int64?, Int64?) = (row[1], row[2])
        guard let first, let last else { return nil }
        return (row[0], first, last)
    }

    /// The matching documents of a block that the account may see, newest first. The tables decide what it may see, since the
    /// index may lag. A document of an older revision is left out.
    /// - Parameters:
    ///   - condition: empty, or more conditions on the event `e` and the reply `r`, which begin with ` AND`.
    ///   - values: of the `?` in `condition`.
    static func matches<Value>(
        _ expression: String, in block: ClosedRange<Int64>, seenBy account: Account.ID,
        where condition: String, _ values: [SQLParameter], limit: Int, _ db: SearchConnection, by decode: (Match) -> Value
    ) throws -> [Value] {
        guard db.isOne else {
            let found = try documents(expression, in: block, db.index)
            return try seen(found, by: account, where: condition, values, db.tables).prefix(limit).map(decode)
        }
        return try db.index.decoded(
            """
            SELECT d.id, d.subject, d.event_id, \(marked)
            FROM search_text CROSS JOIN search_document d ON d.id = search_text.rowid CROSS JOIN event e ON e.id = d.event_id
                LEFT JOIN reply r ON r.id = d.subject
            WHERE search_text MATCH ? AND search_text.rowid BETWEEN ? AND ?
                AND d.rev = CASE WHEN d.subject = d.event_id THEN e.rev ELSE r.rev END AND r.deleted_at IS NULL
                AND \(Visibility.condition)\(condition)
            ORDER BY search_text.rowid LIMIT ?
            """, [expression, block.lowerBound, block.upperBound, account, account] + values + [limit]
        ) { decode(Match($0)) }
    }

    /// The matching documents of a block with the revisions that the index has, newest first, regardless of their audience.
    private static func documents(
        _ expression: String, in block: ClosedRange<Int64>, _ index: SQLConnection
    ) throws -> [(match: Match, rev: Int)] {
        try index.decoded(
            """
            SELECT d.id, d.subject, d.event_id, \(marked), d.rev
            FROM search_text CROSS JOIN search_document d ON d.id = search_text.rowid
            WHERE search_text MATCH ? AND search_text.rowid BETWEEN ? AND ? ORDER BY search_text.rowid LIMIT ?
            """, [expression, block.lowerBound, block.upperBound, largestBlock]
        ) { (Match($0), $0[7]) }
    }

    /// Those of the documents that the account may see and that the index has in their stored revision.
    private static func seen(
        _ documents: [(match: Match, rev: Int)], by account: Account.ID, where condition: String, _ values: [SQLParameter],
        _ tables: SQLConnection
    ) throws -> [Match] {
        let subjects = try jsonArray(documents.map(\.match.subject))
        let revisions = try tables.composed(
            """
            SELECT s.value, COALESCE(r.rev, e.rev) FROM json_each(?) s LEFT JOIN reply r ON r.id = s.value
                JOIN event e ON e.id = COALESCE(r.event_id, s.value)
            WHERE r.deleted_at IS NULL AND \(Visibility.condition)\(condition)
            """, [subjects, account, account] + values
        ) { ($0[0] as String, $0[1] as Int) }
        let seen = Dictionary(uniqueKeysWithValues: revisions)
        return documents.filter { seen[$0.match.subject] == $0.rev }.map(\.match)
    }

    /// Documents without texts, and texts without a document.
    static func halves(_ db: SQLConnection) throws -> [String] {
        try db.native.column(
            """
            SELECT subject FROM search_document WHERE id NOT IN (SELECT rowid FROM search_text)
            UNION ALL SELECT 'number ' || rowid FROM search_text WHERE rowid NOT IN (SELECT id FROM search_document)
            """)
    }
}
