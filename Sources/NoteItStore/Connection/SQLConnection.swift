import NoteItCore

/// A connection inside a transaction, valid only there. Each statement is compiled once per connection and kept. SQL with an
/// unlimited number of forms goes through `composed`.
struct SQLConnection {
    let engine: any SQLEngine
    let counters = Counters()
    /// Whether the statements are in the SQL of one engine.
    private(set) var isNative = false

    init(_ engine: any SQLEngine) { self.engine = engine }

    /// The same connection for statements that only one engine takes.
    var native: SQLConnection {
        var native = self
        native.isNative = true
        return native
    }

    /// Runs a statement without a result. An engine may send it together with the next one.
    func send(_ sql: String, _ values: SQLParameter...) throws { try send(sql, values) }

    func send(_ sql: String, _ values: [SQLParameter]) throws {
        note(sql)
        try engine.send(sql, values.map { $0.sqlValue })
    }

    /// Returns the number of changed rows.
    func run(_ sql: String, _ values: SQLParameter...) throws -> Int {
        note(sql)
        return try engine.rows(sql, values.map { $0.sqlValue }, isKept: true) { _ in true }
    }

    /// All rows, copied.
    func all(_ sql: String, _ values: SQLParameter...) throws -> [Row] {
        try decoded(sql, values, by: \.copy)
    }

    /// The first row, copied.
    func first(_ sql: String, _ values: SQLParameter...) throws -> Row? {
        var found: Row?
        try rows(sql, values) { row in
            found = row.copy
            return false
        }
        return found
    }

    /// The first column of the first row; nil if there is none or it is NULL.
    func value<Value: SQLConvertible>(_ sql: String, _ values: SQLParameter...) throws -> Value? {
        var found: Value?
        try rows(sql, values) { row in
            found = row[0]
            return false
        }
        return found
    }

    /// How many rows there are. Throws `.conflict` if there is no room for one more.
    /// - Parameters: `rows`: a table and a condition; `why`: a sentence that says what makes room.
    @discardableResult
    func requireRoom(under most: Int, in rows: String, _ values: SQLParameter..., else why: String) throws -> Int64 {
        let count = try stored(try decoded("SELECT COUNT(*) FROM \(rows)", values) { $0[0] as Int64 }.first)
        guard count < most else { throw DomainError.conflict(why) }
        return count
    }

    /// The first column of each row.
    func column<Value: SQLConvertible>(_ sql: String, _ values: SQLParameter...) throws -> [Value] {
        try decoded(sql, values) { $0[0] }
    }

    /// The results of `decode`, one per row. A row is valid only within `decode`: none is copied.
    func decoded<Value>(_ sql: String, _ values: [SQLParameter] = [], by decode: (Row) throws -> Value) throws -> [Value] {
        try decoded(sql, values, isKept: true, by: decode)
    }

    /// The results of `decode` for the rows with these ids, of one statement. In any order.
    /// - Parameters:
    ///   - start: ends with the column of the id.
    ///   - end: what follows its condition.
    func decoded<ID: Hashable & LosslessStringConvertible, Value>(
        _ ids: Set<ID>, _ start: String, _ end: String = "", by decode: (Row) throws -> Value
    ) throws -> [Value] {
        guard let first = ids.first else { return [] }
        if ids.count == 1 { return try decoded("\(start) = ?\(end)", [first.description], by: decode) }
        return try decoded("\(start) IN (SELECT value FROM json_each(?))\(end)", [try jsonArray(ids)], by: decode)
    }

    /// The same for SQL that is not kept.
    func composed<Value>(_ sql: String, _ values: [SQLParameter], by decode: (Row) throws -> Value) throws -> [Value] {
        try decoded(sql, values, isKept: false, by: decode)
    }

    private func decoded<Value>(
        _ sql: String, _ values: [SQLParameter], isKept: Bool, by decode: (Row) throws -> Value
    ) throws -> [Value] {
        var found: [Value] = []
        try rows(sql, values, isKept: isKept) { row in
            found.append(try decode(row))
            return true
        }
        return found
    }

    /// Hands each row to `body` until that returns false. A row is valid only within `body`.
    func rows(_ sql: String, _ values: [SQLParameter], isKept: Bool = true, _ body: (Row) throws -> Bool) throws {
        note(sql)
        _ = try engine.rows(sql, values.map { $0.sqlValue }, isKept: isKept, each: body)
    }

    private func note(_ sql: String) { StatementLog.shared?.note(sql, isNative: isNative) }
}
