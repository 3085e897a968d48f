import NoteItCore

/// What calendars write to the log.
extension Log {
    /// Logs that all events of a personal calendar are gone, in one row. Their ids are kept beside it, as long as the row is.
    func emptied(_ calendar: String, of events: [String], of account: Account.ID) throws {
        let offset = try changed(.personalEvent, calendar, of: account, follows: true)
        for (number, start) in stride(from: 0, to: events.count, by: RemovedItems.chunk).enumerated() {
            try db.send(
                #"INSERT INTO removed_items ("offset", number, items) VALUES (?, ?, ?)"#, offset, number,
                events[start..<min(start + RemovedItems.chunk, events.count)].joined(separator: " "))
        }
    }

    /// Takes an offset for objects or properties of calendars. Nobody hears of its row: what calendars are made from has rows
    /// of its own.
    func calendarsChanged() throws -> Int64 { try append(.calendar, "", after: []) }
}

extension ChangeType {
    /// The type of the rows by which calendars take offsets. No reader receives one.
    static let calendar = ChangeType(rawValue: "calendar")
}

/// The ids of subjects that one row removed, in chunks.
enum RemovedItems {
    static let chunk = 500

    /// The ids from an index on: at most to the end of its chunk; empty after the last.
    static func page(of offset: Int64, from index: Int, _ db: SQLConnection) throws -> ArraySlice<Substring> {
        let items: String? = try db.value(
            #"SELECT items FROM removed_items WHERE "offset" = ? AND number = ?"#, offset, index / chunk)
        return (items ?? "").split(separator: " ").dropFirst(index % chunk)
    }
}
