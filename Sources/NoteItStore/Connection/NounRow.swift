import Foundation
import NoteItCore

/// The rows of a noun. A field of the noun is a column of the same name in snake case, followed by `_id` if it names another noun.
/// The build plugin (Sources/Fields) writes `Column`, `decode` and `values` from the fields of the noun, and from what stands here:
/// - a `static func` with a field's name decodes it from other columns, and a constant of that name takes the place of a column,
/// - `sql` says what else is selected: columns of another name, what is computed, and what those functions need.
protocol NounRow {
    associatedtype Noun
    associatedtype Column: SelectedColumn

    static var table: String { get }
    /// The name of the table in a `SELECT`.
    static var alias: String { get }
    /// The SQL of the columns that are no field, or no column of its name.
    static var sql: [Column: String] { get }
    /// What `ownColumn` says of each column.
    static var ownColumns: [String?] { get }

    static func values(of noun: Noun) throws -> [(column: Column, value: SQLParameter)]
}

extension NounRow {
    static var sql: [Column: String] { [:] }

    /// Inserts a row.
    /// - Parameters:
    ///   - others: the columns that are no field, and those of fields with a function.
    ///   - key: the columns of a unique index: a row that agrees in all of them is written over.
    static func insert(
        _ noun: Noun, _ others: KeyValuePairs<String, SQLParameter>, over key: [String] = [], _ db: SQLConnection
    ) throws {
        let (names, parameters) = try stored(noun, others)
        let marks = Array(repeating: "?", count: names.count).joined(separator: ", ")
        var sql = "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(marks))"
        if !key.isEmpty {
            let changes = names.filter { !key.contains($0) }.map { "\($0) = excluded.\($0)" }
            sql += " ON CONFLICT (\(key.joined(separator: ", "))) DO UPDATE SET \(changes.joined(separator: ", "))"
        }
        try db.send(sql, parameters)
    }

    /// Writes the fields of the row with the noun's id, whether they changed or not.
    /// - Parameters:
    ///   - others: the columns that are no field, and those of fields with a function.
    ///   - also: assignments in SQL, with the `values` for their `?`.
    ///   - unedited: the columns that stay as they are.
    static func update(
        _ noun: Noun, _ others: KeyValuePairs<String, SQLParameter>, also: String = "", _ values: [SQLParameter] = [],
        except unedited: Set<Column>, _ db: SQLConnection
    ) throws where Noun: Identifiable, Noun.ID: SQLConvertible {
        let (names, parameters) = try stored(noun, others, except: unedited)
        let assignments = names.map { "\($0) = ?" } + (also.isEmpty ? [] : [also])
        try db.send(
            "UPDATE \(table) SET \(assignments.joined(separator: ", ")) WHERE id = ?", parameters + values + [noun.id])
    }

    /// The column of the table that holds a field and nothing else; nil for what is computed.
    static func ownColumn(_ column: Column) -> String? {
        let (own, name) = ("\(alias).", column.sql.dropFirst(alias.count + 1))
        return column.sql.hasPrefix(own) && name.allSatisfy { $0.isLetter || $0 == "_" } ? String(name) : nil
    }

    /// The columns of the noun's row, then the others, with what they hold.
    private static func stored(
        _ noun: Noun, _ others: KeyValuePairs<String, SQLParameter>, except unedited: Set<Column> = []
    ) throws -> (names: [String], values: [SQLParameter]) {
        var stored: (names: [String], values: [SQLParameter]) = ([], [])
        for (column, value) in try values(of: noun) where !unedited.contains(column) {
            guard let name = ownColumns[column.rawValue] else { continue }
            stored.names.append(name)
            stored.values.append(value)
        }
        for (name, value) in others {
            stored.names.append(name)
            stored.values.append(value)
        }
        return stored
    }
}

extension Row {
    func value<Value: SQLConvertible>(_ column: some SelectedColumn) throws -> Value { try stored(self[column]) }

    func value<Value: SQLConvertible>(_ column: some SelectedColumn) throws -> Value? { self[column] }

    func value<Value: RawRepresentable<String>>(_ column: some SelectedColumn) throws -> Value {
        try stored(Value(rawValue: try value(column)))
    }

    func value<Value: RawRepresentable<String>>(_ column: some SelectedColumn) throws -> Value? {
        try (self[column] as String?).map { try stored(Value(rawValue: $0)) }
    }

    func value(_ column: some SelectedColumn) throws -> Date { Date(seconds: try value(column)) }

    func value(_ column: some SelectedColumn) throws -> Date? { (self[column] as Int64?).map(Date.init(seconds:)) }

    func texts(_ column: some SelectedColumn) throws -> [String] { try NoteItStore.texts(try value(column)) }

    /// A list that is stored as JSON.
    func value<Element: Codable>(_ column: some SelectedColumn) throws -> [Element] { try storedJSON(try value(column)) }

    func value<Element: Codable>(_ column: some SelectedColumn) throws -> [Element]? {
        try (self[column] as String?).map { try storedJSON($0) }
    }
}

/// The form in which `Row.value` reads it.
func sqlParameter(_ value: (some SQLConvertible)?) throws -> SQLParameter { value }

func sqlParameter(_ value: (some RawRepresentable<String>)?) throws -> SQLParameter { value?.rawValue }

func sqlParameter(_ value: Date?) throws -> SQLParameter { value?.seconds }

func sqlParameter(_ value: [some Codable]?) throws -> SQLParameter {
    guard let value else { return nil }
    return try JSONCoding.string(value)
}
