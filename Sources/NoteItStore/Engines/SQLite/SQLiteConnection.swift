import Foundation
import GRDB
import GRDBSQLite

/// A connection to SQLite through GRDB.
struct SQLiteConnection: SQLEngine {
    let database: Database

    var isInTransaction: Bool { database.isInsideTransaction }

    var holdsSearchIndex: Bool { true }

    func rows(_ sql: String, _ values: [SQLValue], isKept: Bool, each: (Row) throws -> Bool) throws -> Int {
        let statement = isKept ? try database.cachedStatement(sql: sql) : try database.makeStatement(sql: sql)
        bind(values, to: statement)
        let (steps, row) = (try AnyColumn?.fetchCursor(statement), Row.sqlite(SQLiteRow(statement)))
        // A statement that stopped early holds its snapshot of the database until it is reset.
        defer { sqlite3_reset(statement.sqliteStatement) }
        while try steps.next() != nil, try each(row) {}
        return database.changesCount
    }

    func send(_ sql: String, _ values: [SQLValue]) throws {
        let statement = try database.cachedStatement(sql: sql)
        bind(values, to: statement)
        try statement.execute()
    }

    /// Past GRDB's own arguments, which would be copied twice more.
    private func bind(_ values: [SQLValue], to statement: Statement) {
        let pointer = statement.sqliteStatement
        // Says again why the statement failed before, if it did: GRDB takes that for a failure of its own.
        sqlite3_reset(pointer)
        statement.setUncheckedArguments(StatementArguments())
        precondition(values.count == Int(sqlite3_bind_parameter_count(pointer)), "\(values.count) values for: \(statement.sql)")
        for (index, value) in zip(Int32(1)..., values) {
            switch value {
            case .null: break
            case .integer(let value): sqlite3_bind_int64(pointer, index, value)
            case .real(let value): sqlite3_bind_double(pointer, index, value)
            case .text(var value):
                value.withUTF8 { bytes in
                    // Bytes at no address would be NULL.
                    let start = bytes.baseAddress.map { UnsafeRawPointer($0) } ?? UnsafeRawPointer(pointer)
                    _ = sqlite3_bind_text(
                        pointer, index, start.assumingMemoryBound(to: CChar.self), Int32(bytes.count), Self.copies)
                }
            case .blob(let value):
                value.withUnsafeBytes { bytes in
                    let start = bytes.baseAddress ?? UnsafeRawPointer(pointer)
                    _ = sqlite3_bind_blob(pointer, index, start, Int32(bytes.count), Self.copies)
                }
            }
        }
    }

    /// Tells SQLite to copy a value: https://www.sqlite.org/c3ref/c_static.html
    private static let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}

/// The first column of a row, which is not read. GRDB's cursor of rows would first make a dictionary of the columns' names.
private struct AnyColumn: DatabaseValueConvertible, StatementColumnConvertible {
    init() {}

    init?(sqliteStatement: SQLiteStatement, index: CInt) {}

    var databaseValue: DatabaseValue { .null }

    static func fromDatabaseValue(_: DatabaseValue) -> Self? { Self() }
}

extension Database {
    /// This connection for the statements of the store.
    var connection: SQLConnection { SQLConnection(SQLiteConnection(database: self)) }
}

/// The current row of a statement.
struct SQLiteRow {
    private let pointer: OpaquePointer
    /// Unretained: a row does not outlive the loop over its statement.
    private let statement: Unmanaged<Statement>

    fileprivate init(_ statement: Statement) {
        (pointer, self.statement) = (statement.sqliteStatement, .passUnretained(statement))
    }

    var columns: [String] { statement.takeUnretainedValue().columnNames }

    func index(of column: String) -> Int? {
        (0..<Int(sqlite3_column_count(pointer))).first { strcmp(sqlite3_column_name(pointer, Int32($0)), column) == 0 }
    }

    /// Nil for NULL, and for a value that is not of the type.
    func value<Value: SQLConvertible>(_ index: Int) -> Value? {
        let (index, type) = (Int32(index), sqlite3_column_type(pointer, Int32(index)))
        return type == SQLITE_TEXT ? text(index).flatMap(Value.init(utf8:)) : Value(value(index, type))
    }

    func value(_ index: Int) -> SQLValue { value(Int32(index), sqlite3_column_type(pointer, Int32(index))) }

    private func value(_ index: Int32, _ type: Int32) -> SQLValue {
        switch type {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(pointer, index))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(pointer, index))
        case SQLITE_TEXT: return text(index).map { .text(String(decoding: $0, as: UTF8.self)) } ?? .null
        case SQLITE_BLOB:
            let bytes = UnsafeRawBufferPointer(
                start: sqlite3_column_blob(pointer, index), count: Int(sqlite3_column_bytes(pointer, index)))
            return .blob(Array(bytes))
        default: return .null
        }
    }

    /// Nil if there is no memory.
    private func text(_ index: Int32) -> UnsafeBufferPointer<UInt8>? {
        sqlite3_column_text(pointer, index).map {
            UnsafeBufferPointer(start: $0, count: Int(sqlite3_column_bytes(pointer, index)))
        }
    }
}
