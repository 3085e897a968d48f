import NoteItCore

/// A CSV file of the minutes between campuses and buildings, plain or gzip: the header `from,to,minutes`, then rows such as
/// `Burnaby,Surrey,75`.
///
/// A name is the beginning of a meeting's place: a campus, or campus and building. A travel time holds in both directions.
public struct TravelTimeFile: Sendable, Memberwise {
    public let path: String

    /// Reads the whole file. Throws if any row is bad, or there is none.
    public func travelTimes() throws(RegistrarError) -> [TravelTime] {
        let times = try TravelTimeRows().reading(path).times
        guard !times.isEmpty else {
            throw .unreadable(
                file: path,
                why: "It has a header but no rows. To remove all stored ways: noteitd catalog ways --none")
        }
        return times
    }
}

private struct TravelTimeRows: CheckedRows {
    var columns: Columns?
    private(set) var times: [TravelTime] = []
    /// The line of each pair of places.
    private var lines: [Set<String>: Int] = [:]
    var bad: [BadRow] = []

    mutating func begin(_ row: TableRow) throws(BadCell) {
        columns = try Columns(header: row.cells, demanding: "from", "to", "minutes")
    }

    mutating func read(_ row: TableRow, _ columns: Columns) throws(BadCell) {
        let time = TravelTime(
            from: try place("from", row, columns), to: try place("to", row, columns), minutes: try minutes(row, columns))
        guard time.from != time.to else {
            throw BadCell("from and to are both '\(time.from)'; a way leads to another place")
        }
        if let line = lines[[time.from, time.to]] {
            throw BadCell("the way between '\(time.from)' and '\(time.to)' is on line \(line) already; remove one of them")
        }
        guard times.count < TravelTime.most else {
            throw BadCell("the file has more than \(TravelTime.most) ways; name campuses")
        }
        lines[[time.from, time.to]] = row.line
        times.append(time)
    }

    private func place(_ name: String, _ row: TableRow, _ columns: Columns) throws(BadCell) -> String {
        let text = columns.cell(name, row).onOneLine
        if text.isEmpty { throw BadCell("the place in \(name) is missing; write the beginning of a place, such as Burnaby") }
        if let fault = text.fault(length: 1...200) { throw BadCell("the place in \(name) \(fault)") }
        return text
    }

    private func minutes(_ row: TableRow, _ columns: Columns) throws(BadCell) -> Int {
        let text = columns.cell("minutes", row)
        guard let minutes = Int(text), TravelTime.minutes.contains(minutes) else {
            throw BadCell("the minutes '\(text.prefix(20))' must be a whole number from 0 to \(TravelTime.minutes.upperBound)")
        }
        return minutes
    }
}
