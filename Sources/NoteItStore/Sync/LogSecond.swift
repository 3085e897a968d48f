import NoteItCore

/// The second in which a row of the log was written. Times are whole seconds, so they do not tell whether something of the same
/// second came before the row or after it. The order of the rows does.
struct LogSecond {
    /// The events and replies without an earlier row in it: if they are of this second, they were made after the row.
    private(set) var made: Set<String> = []
    /// The subjects that were deleted after it.
    private(set) var deleted: Set<String> = []

    init() {}

    /// O(n) for the n rows of the second.
    init(of row: LogRow, _ db: SQLConnection) throws {
        var known: Set<String> = []
        let columns = "SELECT subject, type, after = '' OR type = 'reply' AND follows = 1 FROM log"
        let place: [SQLParameter] = [row.offset, row.offset, row.writtenAt]
        let types: [ChangeType] = [.event, .reply]
        // PostgreSQL hands over all rows of a result at once: it must end with the second.
        let earlier = """
            \(columns) WHERE "offset" < ? AND "offset" > COALESCE((
                SELECT "offset" FROM log WHERE "offset" < ? AND written_at <> ? ORDER BY "offset" DESC LIMIT 1), 0)
            """
        try db.rows(earlier, place) { other in
            if types.contains(ChangeType(rawValue: other[1])) { known.insert(other[0]) }
            return true
        }
        let later = """
            \(columns) WHERE "offset" > ? AND "offset" < COALESCE((
                SELECT "offset" FROM log WHERE "offset" > ? AND written_at <> ? ORDER BY "offset" LIMIT 1), 9223372036854775807)
            """
        try db.rows(later, place) { other in
            guard types.contains(ChangeType(rawValue: other[1])) else { return true }
            made.insert(other[0])
            if other[2] { deleted.insert(other[0]) }
            return true
        }
        if let subject = types.contains(row.type) ? row.subject : nil { known.insert(subject) }
        made.subtract(known)
    }
}
