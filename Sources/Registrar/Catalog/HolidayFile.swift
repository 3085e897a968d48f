import NoteItCore

/// A CSV file of days without classes, plain or gzip: the header `day,name`, then rows such as `2025-10-13,Thanksgiving Day`.
public struct HolidayFile: Sendable, Memberwise {
    public let path: String

    /// Reads the whole file. Throws if any row is bad.
    public func holidays() throws(RegistrarError) -> [Holiday] {
        try HolidayRows().reading(path).holidays
    }
}

private struct HolidayRows: CheckedRows {
    var columns: Columns?
    private(set) var holidays: [Holiday] = []
    var bad: [BadRow] = []

    mutating func begin(_ row: TableRow) throws(BadCell) {
        let header = Columns(header: row.cells)
        guard header.has("day") else { throw BadCell("the header must be day,name") }
        columns = header
    }

    mutating func read(_ row: TableRow, _ columns: Columns) throws(BadCell) {
        let text = columns.cell("day", row)
        guard let day = Day(text) else { throw BadCell("the day '\(text.prefix(20))' is not a day; write it as 2025-10-13") }
        if holidays.contains(where: { $0.day == day }) { throw BadCell("the day \(day) is in an earlier row; remove one") }
        let name = columns.cell("name", row).onOneLine
        if let fault = name.fault(length: 0...200, blank: true) { throw BadCell("the name \(fault)") }
        holidays.append(Holiday(day: day, name: name))
    }
}
