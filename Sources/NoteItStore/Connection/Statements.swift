import Foundation
import GRDB
import NoteItCore

/// A value for a `?` in SQL.
typealias SQLValue = (any DatabaseValueConvertible)?

/// SQL in the open: each statement is compiled once per connection and kept. What is put together of many parts, so that there is
/// no end of forms, goes by `composed`.
extension Database {
    func all(_ sql: String, _ values: SQLValue...) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: StatementArguments(values))
    }

    /// What `decode` makes of each row. A row is only good within `decode`: none is copied.
    func decoded<Value>(_ sql: String, _ values: [SQLValue], by decode: (Row) throws -> Value) throws -> [Value] {
        var found: [Value] = []
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: StatementArguments(values))
        while let row = try rows.next() { found.append(try decode(row)) }
        return found
    }

    /// The same for SQL that is not kept.
    func composed<Value>(_ sql: String, _ values: [SQLValue], by decode: (Row) throws -> Value) throws -> [Value] {
        var found: [Value] = []
        let rows = try Row.fetchCursor(makeStatement(sql: sql), arguments: StatementArguments(values))
        while let row = try rows.next() { found.append(try decode(row)) }
        return found
    }

    /// Hands each row to `body` until that returns false. A row is only good within `body`.
    func each(_ sql: String, _ values: [SQLValue], _ body: (Row) throws -> Bool) throws {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: StatementArguments(values))
        while let row = try rows.next(), try body(row) {}
    }

    func first(_ sql: String, _ values: SQLValue...) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: StatementArguments(values))
    }

    func value<Value: DatabaseValueConvertible>(_ sql: String, _ values: SQLValue...) throws -> Value? {
        try Value.fetchOne(cachedStatement(sql: sql), arguments: StatementArguments(values))
    }

    func column<Value: DatabaseValueConvertible>(_ sql: String, _ values: SQLValue...) throws -> [Value] {
        try Value.fetchAll(cachedStatement(sql: sql), arguments: StatementArguments(values))
    }

    /// Returns how many rows it changed.
    @discardableResult
    func run(_ sql: String, _ values: SQLValue...) throws -> Int {
        try cachedStatement(sql: sql).execute(arguments: StatementArguments(values))
        return changesCount
    }
}

/// The columns that a query selects: the raw value of each is its position, so that no row is searched for a name.
protocol SelectedColumn: CaseIterable, RawRepresentable<Int> {
    var sql: String { get }
}

extension SelectedColumn {
    /// For behind `SELECT`.
    static var list: String { allCases.map(\.sql).joined(separator: ", ") }
}

extension Identifier: DatabaseValueConvertible, StatementColumnConvertible {
    public init?(sqliteStatement: SQLiteStatement, index: CInt) {
        self.init(String(sqliteStatement: sqliteStatement, index: index))
    }

    public var databaseValue: DatabaseValue { description.databaseValue }

    public static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
        String.fromDatabaseValue(value).flatMap { Self($0) }
    }
}

extension Day: DatabaseValueConvertible {
    public var databaseValue: DatabaseValue { description.databaseValue }

    public static func fromDatabaseValue(_ value: DatabaseValue) -> Day? {
        String.fromDatabaseValue(value).flatMap { Day($0) }
    }
}

extension Date {
    /// Whole seconds since 1970, as the schema keeps times.
    var seconds: Int64 { Int64(timeIntervalSince1970.rounded(.down)) }
}

extension Row {
    subscript<Value: DatabaseValueConvertible & StatementColumnConvertible>(column: some SelectedColumn) -> Value {
        self[column.rawValue]
    }

    func date(_ column: some SelectedColumn) -> Date {
        Date(timeIntervalSince1970: TimeInterval(self[column] as Int64))
    }

    func dateIfPresent(_ column: some SelectedColumn) -> Date? {
        (self[column] as Int64?).map { Date(timeIntervalSince1970: TimeInterval($0)) }
    }

    func date(_ column: String) -> Date {
        Date(timeIntervalSince1970: TimeInterval(self[column] as Int64))
    }

    func dateIfPresent(_ column: String) -> Date? {
        (self[column] as Int64?).map { Date(timeIntervalSince1970: TimeInterval($0)) }
    }

    /// A column that holds a JSON array of texts.
    func texts(_ column: String) throws -> [String] { try NoteItStore.texts(self[column]) }
}

/// The texts of a JSON array, as the schema keeps lists.
func texts(_ json: String) throws -> [String] {
    json == "[]" ? [] : try JSONDecoder().decode([String].self, from: Data(json.utf8))
}

/// A list of texts as the schema keeps it, and as `json_each(?)` takes it for an `IN`.
func jsonArray(_ values: [String]) throws -> String {
    values.isEmpty ? "[]" : String(decoding: try JSONEncoder().encode(values), as: UTF8.self)
}

/// As SQL: whether a column has a text in it, of ASCII letters in any case. Takes `containable(text)`. `LIKE` asks the same in
/// quadratic time.
func contains(_ column: String) -> String { "instr(lower(\(column)), ?) > 0" }

func containable(_ text: String) -> String {
    text.escaping { scalar in
        ("A"..."Z").contains(scalar) ? Unicode.Scalar(scalar.value + 32).map { String($0) } : nil
    }
}

/// For `LIKE ? ESCAPE '\'`: what has this text in it.
func likePattern(_ text: String) -> String {
    "%" + text.escaping { "%_\\".unicodeScalars.contains($0) ? "\\\($0)" : nil } + "%"
}

/// The position behind the last row of a page, opaque to clients.
enum PageToken {
    static func make(_ parts: [String]) throws -> String {
        Data(try jsonArray(parts).utf8).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// The `count` parts of a token; nil for nil. Throws `.invalid` for a token that was not made here.
    static func parts(_ token: String?, count: Int, field: String = "after") throws -> [String]? {
        guard let token else { return nil }
        let base64 = token.replacing("-", with: "+").replacing("_", with: "/")
        let padded = base64 + String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: padded), let parts = try? JSONDecoder().decode([String].self, from: data),
            parts.count == count
        else { throw DomainError.invalid(field, "must be the `next` of the page before") }
        return parts
    }
}
