import Foundation
import NoteItCore

/// A value for a `?`, or of a column.
enum SQLValue: Sendable, Equatable {
    case null, integer(Int64), real(Double), text(String), blob([UInt8])
}

/// A type of column values.
protocol SQLConvertible {
    var sqlValue: SQLValue { get }
    /// Nil for NULL, and for a value that is not of the type.
    init?(_ value: SQLValue)
    /// The same for a text. Types that parse bytes do without a `String`.
    init?(utf8: UnsafeBufferPointer<UInt8>)
}

extension SQLConvertible {
    init?(utf8: UnsafeBufferPointer<UInt8>) { self.init(.text(String(decoding: utf8, as: UTF8.self))) }
}

/// A value for a `?`; nil for NULL.
typealias SQLParameter = (any SQLConvertible)?

/// A row of a result. Columns count from 0. An absent column, or NULL where a value is asked for, is a mistake in the SQL and
/// ends the process.
enum Row {
    /// The current row of an SQLite statement.
    case sqlite(SQLiteRow)
    /// A row of a PostgreSQL result.
    case postgresql(PostgreSQLRow)
    /// A row that outlives its statement.
    case copied(columns: [String], values: [SQLValue])

    /// A copy for use after the statement has moved on.
    var copy: Row {
        switch self {
        case .sqlite(let row): .copied(columns: row.columns, values: row.columns.indices.map(row.value))
        // It holds its result.
        case .postgresql, .copied: self
        }
    }

    private func value<Value: SQLConvertible>(_ index: Int) -> Value? {
        switch self {
        case .sqlite(let row): row.value(index)
        case .postgresql(let row): row.value(index)
        case .copied(_, let values): Value(values[index])
        }
    }

    private func index(of column: String) -> Int {
        let index =
            switch self {
            case .sqlite(let row): row.index(of: column)
            case .postgresql(let row): row.index(of: column)
            case .copied(let columns, _): columns.firstIndex(of: column)
            }
        guard let index else { preconditionFailure("There is no column \(column).") }
        return index
    }

    subscript<Value: SQLConvertible>(index: Int) -> Value? { value(index) }

    subscript<Value: SQLConvertible>(index: Int) -> Value {
        guard let value: Value = value(index) else { preconditionFailure("Column \(index) does not hold a \(Value.self).") }
        return value
    }

    subscript<Value: SQLConvertible>(column: String) -> Value? { self[index(of: column)] }

    subscript<Value: SQLConvertible>(column: String) -> Value { self[index(of: column)] }

    subscript<Value: SQLConvertible>(column: some SelectedColumn) -> Value? { self[column.rawValue] }

    subscript<Value: SQLConvertible>(column: some SelectedColumn) -> Value { self[column.rawValue] }
}

/// The columns of a query. The raw value of each is its position, so that rows are not searched for names.
protocol SelectedColumn: CaseIterable, Hashable, RawRepresentable<Int> {
    var sql: String { get }
}

extension SelectedColumn {
    /// The list after `SELECT`.
    static var list: String { list(with: [:]) }

    /// The same with other SQL for some columns.
    static func list(with others: [Self: String]) -> String {
        allCases.map { others[$0] ?? $0.sql }.joined(separator: ", ")
    }
}

extension Row {
    func date(_ column: some SelectedColumn) -> Date { Date(seconds: self[column]) }

    func date(_ column: String) -> Date { Date(seconds: self[column]) }

    func dateIfPresent(_ column: String) -> Date? { (self[column] as Int64?).map(Date.init(seconds:)) }

    /// The texts of a column with a JSON array.
    func texts(_ column: String) throws -> [String] { try NoteItStore.texts(self[column]) }
}

/// Unwraps a value that a CHECK of the schema guarantees.
func stored<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw EngineFault.corrupt("a value that the schema forbids") }
    return value
}

extension Date {
    /// Whole seconds since 1970, as the schema keeps times.
    var seconds: Int64 { Int64(timeIntervalSince1970.rounded(.down)) }

    init(seconds: Int64) { self.init(timeIntervalSince1970: TimeInterval(seconds)) }
}

extension Optional where Wrapped == any SQLConvertible {
    var sqlValue: SQLValue { self?.sqlValue ?? .null }
}

extension String: SQLConvertible {
    var sqlValue: SQLValue { .text(self) }

    init?(_ value: SQLValue) {
        switch value {
        case .text(let text): self = text
        case .integer(let number): self = "\(number)"
        case .real, .blob, .null: return nil
        }
    }
}

extension Int64: SQLConvertible {
    var sqlValue: SQLValue { .integer(self) }

    init?(_ value: SQLValue) {
        guard case .integer(let number) = value else { return nil }
        self = number
    }
}

extension Int: SQLConvertible {
    var sqlValue: SQLValue { .integer(Int64(self)) }

    init?(_ value: SQLValue) {
        guard case .integer(let number) = value else { return nil }
        self.init(exactly: number)
    }
}

extension Bool: SQLConvertible {
    var sqlValue: SQLValue { .integer(self ? 1 : 0) }

    init?(_ value: SQLValue) {
        guard case .integer(let number) = value else { return nil }
        self = number != 0
    }
}

extension Double: SQLConvertible {
    var sqlValue: SQLValue { .real(self) }

    init?(_ value: SQLValue) {
        switch value {
        case .real(let number): self = number
        case .integer(let number): self = Double(number)
        case .text, .blob, .null: return nil
        }
    }
}

extension [UInt8]: SQLConvertible {
    var sqlValue: SQLValue { .blob(self) }

    init?(_ value: SQLValue) {
        guard case .blob(let bytes) = value else { return nil }
        self = bytes
    }
}

/// Types whose column is a text.
extension SQLConvertible where Self: LosslessStringConvertible {
    var sqlValue: SQLValue { .text(description) }

    init?(_ value: SQLValue) {
        guard case .text(let text) = value else { return nil }
        self.init(text)
    }
}

extension Identifier: SQLConvertible {}

extension CatalogID: SQLConvertible {}

extension Day: SQLConvertible {}

extension CatalogID {
    /// The ids of a `group_concat` with spaces between, in their order, which PostgreSQL does not keep; none for NULL.
    static func list(_ column: String?) -> [Self] { column?.split(separator: " ").map { Self($0) }.sorted() ?? [] }
}
