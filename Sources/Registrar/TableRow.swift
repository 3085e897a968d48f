/// A row of a table, whatever the file's container.
struct TableRow: Sendable, Equatable {
    /// The line of the file on which it begins, from 1.
    var line: Int
    var cells: [String]
    /// Whether each column is there; else cells at the end may be left out.
    var isWhole = true
    /// Why the row cannot be taken, if its container is at fault already.
    var fault: String?
}

/// Takes a file's bytes in chunks of any size and hands out its rows; keeps no row behind.
protocol TableParser {
    /// - Parameter emit: called for each row that ends in `chunk`.
    mutating func parse(_ chunk: [UInt8], emit: (TableRow) throws -> Void) throws
    /// To be called once, behind the last chunk.
    mutating func finish(emit: (TableRow) throws -> Void) throws
}

/// Where a table's columns are, by their names in the header, and whatever the order and case.
struct Columns {
    private let positions: [String: Int]
    let width: Int
    let names: [String]

    init(header: [String]) {
        names = header.map { $0.trimmed.lowercased() }
        width = header.count
        positions = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    }

    func has(_ name: String) -> Bool { positions[name] != nil }

    func missing(of wanted: [String]) -> [String] { wanted.filter { positions[$0] == nil } }

    /// The cell of `row` in the column `name`, without white space around; empty where there is none.
    func cell(_ name: String, _ row: TableRow) -> String {
        guard let position = positions[name], position < row.cells.count else { return "" }
        return row.cells[position].trimmed
    }
}

extension String {
    /// Without white space around.
    var trimmed: String {
        let visible = 0x21...0x7E as ClosedRange<UInt8>
        guard let first = utf8.first, let last = utf8.last, !visible.contains(first) || !visible.contains(last) else {
            return self
        }
        let front = unicodeScalars.drop { $0.properties.isWhitespace }
        guard let end = front.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
        return String(front[...end])
    }

    /// On one line, each run of line breaks and tabs as one space.
    var onOneLine: String {
        guard unicodeScalars.contains(where: { $0.value < 32 }) else { return self }
        return split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
    }
}
