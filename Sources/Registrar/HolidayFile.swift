import NoteItCore

/// Days without classes, plain or gzip: `day,name`, a row a day, `2025-10-13,Thanksgiving Day`.
public struct HolidayFile: Sendable {
    public let path: String

    public init(path: String) { self.path = path }

    /// Reads the file whole, or throws and takes nothing of it.
    public func holidays() throws(RegistrarError) -> [Holiday] {
        let rows = try HolidayRows.read(path)
        guard rows.columns != nil else { throw .unreadable(file: path, why: "The file is empty.") }
        return rows.holidays
    }
}

private struct HolidayRows: TableRows {
    private(set) var columns: Columns?
    private(set) var holidays: [Holiday] = []
    var bad: [BadRow] = []

    mutating func take(_ row: TableRow) throws {
        try collecting(row, isHeader: columns == nil) { rows in
            guard let columns = rows.columns else { return try rows.begin(row) }
            let text = columns.cell("day", row)
            guard let day = Day(text) else { throw BadCell("the day '\(text.prefix(20))' is none; write it as 2025-10-13") }
            if rows.holidays.contains(where: { $0.day == day }) { throw BadCell("the day \(day) stands there twice") }
            let name = columns.cell("name", row).onOneLine
            if let fault = name.fault(length: 0...200, blank: true) { throw BadCell("the name \(fault)") }
            rows.holidays.append(Holiday(day: day, name: name))
        }
    }

    private mutating func begin(_ row: TableRow) throws(BadCell) {
        let header = Columns(header: row.cells)
        guard header.has("day") else { throw BadCell("the header must be day,name") }
        columns = header
    }
}
