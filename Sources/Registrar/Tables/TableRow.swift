import NoteItCore

/// A row of a table, from a file of any form.
struct TableRow: Sendable, Equatable {
    /// The line of the file where it begins, from 1.
    var line: Int
    var cells: [String]
    /// Whether every column must be present. If not, cells at the end may be absent.
    var isWhole = true
    /// The fault that the parser found in the row, if any.
    var fault: String?
}

/// Parses a file's bytes, in chunks of any size, into rows. It keeps no row.
protocol TableParser {
    /// - Parameter emit: called for each row that ends in `chunk`.
    mutating func parse(_ chunk: [UInt8], emit: (TableRow) throws -> Void) throws
    /// Call it once, after the last chunk.
    mutating func finish(emit: (TableRow) throws -> Void) throws
}

/// Finds a table's columns by their names in the header, in any order and case.
struct Columns {
    private let positions: [String: Int]
    let width: Int
    let names: [String]

    init(header: [String]) {
        names = header.map { $0.trimmed.lowercased() }
        width = header.count
        positions = names.places { $0 }
    }

    /// Throws unless the header has all the columns.
    init(header: [String], demanding wanted: String...) throws(BadCell) {
        self.init(header: header)
        guard missing(of: wanted).isEmpty else { throw BadCell("the header must be \(wanted.joined(separator: ","))") }
    }

    func has(_ name: String) -> Bool { positions[name] != nil }

    func missing(of wanted: [String]) -> [String] { wanted.filter { positions[$0] == nil } }

    /// The first name that stands there again. O(n) for n columns.
    var duplicate: String? { names.enumerated().first { !$1.isEmpty && positions[$1] != $0 }?.element }

    /// The cell of `row` in the column `name`, trimmed; empty if there is none.
    func cell(_ name: String, _ row: TableRow) -> String {
        guard let position = positions[name], position < row.cells.count else { return "" }
        return row.cells[position].trimmed
    }
}
