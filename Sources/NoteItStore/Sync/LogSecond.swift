import NoteItCore

/// The second in which a row of the log was written. Times are whole seconds, so they do not tell whether something of the same
/// second came before the row or after it. The order of the rows does.
struct LogSecond {
    /// The events and replies without an earlier row in it: if they are of this second, they were made after the row.
    private(set) var made: Set<String> = []
    /// Those that were deleted after it.
    private(set) var deleted: Set<String> = []

    init() {}

    /// O(n) for the n rows of the second.
    init(of row: LogRow, _ db: SQLConnection) throws {
        var known: Set<String> = []
        let columns = "SELECT subject, written_at, type, after = '' OR type = 'reply' AND follows = 1 FROM log"
        let types: [ChangeType] = [.event, .reply]
        try db.rows(#"\#(columns) WHERE "offset" < ? ORDER BY "offset" DESC"#, [row.offset]) { other in
            guard other[1] as Int64 == row.writtenAt else { return false }
            if types.contains(ChangeType(rawValue: other[2])) { known.insert(other[0]) }
            return true
        }
        try db.rows(#"\#(columns) WHERE "offset" > ? ORDER BY "offset""#, [row.offset]) { other in
            guard other[1] as Int64 == row.writtenAt else { return false }
            guard types.contains(ChangeType(rawValue: other[2])) else { return true }
            made.insert(other[0])
            if other[3] { deleted.insert(other[0]) }
            return true
        }
        if let subject = types.contains(row.type) ? row.subject : nil { known.insert(subject) }
        made.subtract(known)
    }
}
