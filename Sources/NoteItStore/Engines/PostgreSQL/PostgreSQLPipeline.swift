import CPostgreSQL

/// A `PGconn` and its prepared statements. Statements are sent together, and their results are waited for once.
struct PostgreSQLPipeline {
    struct Statement {
        let sql: String
        let values: PostgreSQLValues
        /// Whether it is worth preparing.
        var isKept = true
    }

    /// How often a call that waits looks whether it is over, in milliseconds.
    private static let pause: Int32 = 100
    /// Address of the `PGconn`.
    private let connection: UInt
    /// The names of the prepared statements by their SQL.
    private var names: [String: String] = [:]
    private var count = 0

    init(_ connection: OpaquePointer) { self.connection = UInt(bitPattern: connection) }

    var pointer: OpaquePointer? { OpaquePointer(bitPattern: connection) }

    /// Prepares each statement again when it comes.
    mutating func forgetNames() { names = [:] }

    /// Runs the statements. After one that fails, the others are left out.
    /// - Parameter isOver: whether to wait no longer.
    /// - Returns: the addresses of their `PGresult`s, which the caller frees; not whole if the connection is lost, which cannot be
    ///   used any more.
    mutating func run(_ statements: [Statement], until isOver: () -> Bool) -> (results: [UInt], isWhole: Bool) {
        var results: [UInt] = []
        guard libpq_enter_pipeline(pointer) == 1, let areNew = send(statements), libpq_sync(pointer) == 1 else {
            return (results, false)
        }
        for (statement, isNew) in zip(statements, areNew) {
            guard !isNew || confirm(statement, &results, isOver), let result = next(isOver) else { return (results, false) }
            results.append(UInt(bitPattern: result))
        }
        guard let end = next(isOver) else { return (results, false) }
        libpq_clear(end)
        return (results, libpq_exit_pipeline(pointer) == 1)
    }

    /// Reads the result of preparing a statement. False if the connection is lost.
    private mutating func confirm(_ statement: Statement, _ results: inout [UInt], _ isOver: () -> Bool) -> Bool {
        guard let result = next(isOver) else { return false }
        if libpq_result_status(result) == PGRES_COMMAND_OK {
            libpq_clear(result)
        } else {
            names[statement.sql] = nil
            results.append(UInt(bitPattern: result))
        }
        return true
    }

    /// Whether each statement had to be prepared; nil if something could not be sent.
    private mutating func send(_ statements: [Statement]) -> [Bool]? {
        var areNew: [Bool] = []
        for statement in statements {
            let sql = statement.sql
            let isNew = statement.isKept && names[sql] == nil
            if isNew {
                let name = "s\(count)"
                guard libpq_send_prepare(pointer, name, PostgreSQLStatement.numbered(sql)) == 1 else { return nil }
                (names[sql], count) = (name, count + 1)
            }
            let isSent = statement.values.withPointers { count, pointers, lengths, formats in
                if let name = names[sql] {
                    return libpq_send_prepared(pointer, name, count, pointers, lengths, formats)
                }
                return libpq_send_once(pointer, PostgreSQLStatement.numbered(sql), count, pointers, lengths, formats)
            }
            guard isSent == 1 else { return nil }
            areNew.append(isNew)
        }
        return areNew
    }

    /// Runs statements with semicolons between, without values.
    mutating func script(_ sql: String, until isOver: () -> Bool) -> (results: [UInt], isWhole: Bool) {
        var results: [UInt] = []
        guard libpq_send(pointer, sql) == 1 else { return (results, false) }
        while wait(isOver) {
            guard let result = libpq_next_result(pointer) else { return (results, true) }
            results.append(UInt(bitPattern: result))
        }
        return (results, false)
    }

    /// The next result in a pipeline; nil if the connection was lost, or the wait is over.
    private func next(_ isOver: () -> Bool) -> OpaquePointer? {
        // NULL ends the results of a statement. Of a lost connection it comes again and again.
        for _ in 0..<2 where wait(isOver) {
            if let result = libpq_next_result(pointer) { return result }
        }
        return nil
    }

    /// Waits for the next result, or the end of the results. False if the wait is over.
    private func wait(_ isOver: () -> Bool) -> Bool {
        // libpq says by the next result that a connection is lost.
        while libpq_wait(pointer, Self.pause) == 0 { if isOver() { return false } }
        return true
    }
}

extension PostgreSQLPipeline.Statement {
    init(_ sql: String, _ values: [SQLValue] = [], isKept: Bool = true) throws {
        self.init(sql: sql, values: try PostgreSQLValues(values), isKept: isKept)
    }
}
