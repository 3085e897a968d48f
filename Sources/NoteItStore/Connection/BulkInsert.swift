extension SQLConnection {
    /// The rows of one statement. Few enough for SQLite's limit of parameters, enough to make the cost of a statement small.
    private static let bulk = 50

    /// Inserts many rows with few statements.
    /// - Parameters:
    ///   - start: `INSERT INTO name (column, ...) VALUES`.
    ///   - rows: the values, as many in each row as there are columns.
    func insert(_ start: String, _ rows: [[SQLParameter]]) throws {
        guard let width = rows.first?.count else { return }
        let row = "(" + Array(repeating: "?", count: width).joined(separator: ", ") + ")"
        let many = "\(start) " + Array(repeating: row, count: Self.bulk).joined(separator: ", ")
        var left = rows[...]
        while left.count >= Self.bulk {
            try send(many, left.prefix(Self.bulk).flatMap { $0 })
            left = left.dropFirst(Self.bulk)
        }
        for values in left { try send("\(start) \(row)", values) }
    }
}
