/// Why a registrar's file cannot be taken. Nothing of such a file is imported. `description` says what to do.
public enum RegistrarError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file as a whole cannot be read; `why` is a sentence.
    case unreadable(file: String, why: String)
    /// Rows that cannot be taken, in the file's order. `more` tells that reading stopped at `BadRow.most` of them.
    case badRows(file: String, rows: [BadRow], more: Bool)

    public var description: String {
        switch self {
        case .unreadable(let file, let why):
            return "\(file): \(why)"
        case .badRows(let file, let rows, let more):
            let count = more ? "more than \(rows.count) rows" : rows.count == 1 ? "1 row" : "\(rows.count) rows"
            let lines = rows.map { "\n  line \($0.line): \($0.why)" }.joined()
            return "\(file): \(count) cannot be taken, so nothing was imported. Correct the file and import it again.\(lines)"
        }
    }
}

/// A row that cannot be taken, and why.
public struct BadRow: Error, Equatable, Sendable {
    /// After so many the rest of a file is not read.
    public static let most = 20

    /// The line of the file on which the row begins, from 1.
    public var line: Int
    public var why: String

    public init(line: Int, why: String) {
        self.line = line
        self.why = why
    }
}

/// Why one cell, and with it its row, cannot be taken: a clause such as `the start 2500 is no time of day`.
struct BadCell: Error {
    let why: String

    init(_ why: String) { self.why = why }
}
