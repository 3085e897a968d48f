/// The reasons to refuse a registrar's file. Nothing of a refused file is imported. `description` says what to do.
public enum RegistrarError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file as a whole cannot be read; `why` is a sentence.
    case unreadable(file: String, why: String)
    /// The bad rows, in the file's order. `more` is true if reading stopped at `BadRow.most` of them.
    case badRows(file: String, rows: [BadRow], more: Bool)

    public var description: String {
        switch self {
        case .unreadable(let file, let why):
            return "\(file): \(why)"
        case .badRows(let file, let rows, let more):
            let count = more ? "more than \(rows.count) rows" : rows.count == 1 ? "1 row" : "\(rows.count) rows"
            let lines = rows.map { "\n  line \($0.line): \($0.why)" }.joined()
            return "\(file): \(count) cannot be read, so nothing was imported. Correct the file and import it again.\(lines)"
        }
    }
}

/// A bad row, and what is wrong with it.
public struct BadRow: Error, Equatable, Sendable {
    /// Reading stops after this number of bad rows.
    public static let most = 20

    /// The line of the file on which the row begins, from 1.
    public var line: Int
    public var why: String
}

/// The fault of one cell, which spoils its row: a clause such as `the start '2500' is not a time of day`.
struct BadCell: Error {
    let why: String

    init(_ why: String) { self.why = why }
}
