import NoteItCore

/// What a transaction that holds the log's lock counts: the log's rows, and the events of courses. Each is read once and stored once for all
/// its writes: PostgreSQL keeps each version of a row until the transaction has ended, and walks through them all.
final class Counters {
    struct Values {
        /// The offset of the log's newest row; nil before it is known.
        var head: Int64?
        /// The numbers of the newest events, of the courses that are known.
        var numbers: [Course.ID: Int] = [:]
    }

    /// A write that is rolled back puts them back.
    var values = Values()
    private var stored = Values()

    /// - Parameter head: the offset of the log's newest row; nil if it is unknown.
    func begin(at head: Int64?) {
        values = Values(head: head)
        stored = values
    }

    /// Stores what has changed.
    fileprivate func store(_ db: SQLConnection) throws {
        if let head = values.head, head != stored.head { try db.send("UPDATE log_head SET head = ? WHERE id = 1", head) }
        for (course, number) in values.numbers where number != stored.numbers[course] {
            try db.send("UPDATE course SET last_number = ? WHERE id = ?", number, course)
        }
        stored = values
    }
}

extension SQLConnection {
    /// The offset of the log's newest row. It is read only until it is known.
    func head() throws -> Int64 { try counters.values.head ?? LogRow.head(self).offset }

    /// Takes the next offsets of the log. Returns the last.
    func takeOffsets(_ count: Int) throws -> Int64 {
        let last = try head() + Int64(count)
        counters.values.head = last
        return last
    }

    /// Takes the next number of an event.
    /// - Parameter stored: `last_number` of the course.
    func takeNumber(in course: Course.ID, after stored: Int) -> Int {
        let number = (counters.values.numbers[course] ?? stored) + 1
        counters.values.numbers[course] = number
        return number
    }

    /// Stores what was counted. Returns the offset of the log's newest row.
    func storeCounters() throws -> Int64 {
        try counters.store(self)
        return try head()
    }
}
