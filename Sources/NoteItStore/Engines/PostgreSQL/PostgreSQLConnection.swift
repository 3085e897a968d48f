import CPostgreSQL
import Synchronization

/// A connection to PostgreSQL. Its calls wait for the server. Each statement is prepared once.
final class PostgreSQLConnection: SQLEngine, Sendable {
    private struct State {
        /// Address of the `PGconn`.
        let connection: UInt
        /// The names of the prepared statements by their SQL.
        var names: [String: String] = [:]
    }

    private let state: Mutex<State>

    /// Takes over a connection that is open.
    init(_ connection: OpaquePointer) { state = Mutex(State(connection: UInt(bitPattern: connection))) }

    deinit { state.withLock { libpq_finish(OpaquePointer(bitPattern: $0.connection)) } }

    let holdsSearchIndex = false

    var isInTransaction: Bool {
        let status = state.withLock { libpq_transaction_status(OpaquePointer(bitPattern: $0.connection)) }
        return status == PQTRANS_INTRANS || status == PQTRANS_INERROR
    }

    var isLost: Bool { state.withLock { libpq_status(OpaquePointer(bitPattern: $0.connection)) != CONNECTION_OK } }

    var serverVersion: Int { state.withLock { Int(libpq_server_version(OpaquePointer(bitPattern: $0.connection))) } }

    func rows(_ sql: String, _ values: [SQLValue], isKept: Bool, each: (Row) throws -> Bool) throws -> Int {
        let result = try run(sql, values, isKept: isKept)
        for row in 0..<result.rows where try !each(.postgresql(PostgreSQLRow(result, row))) { break }
        return result.changedRows
    }

    func send(_ sql: String, _ values: [SQLValue]) throws { _ = try run(sql, values, isKept: true) }

    /// Runs statements with semicolons between, without values. Returns the result of the last.
    @discardableResult
    func script(_ sql: String) throws -> PostgreSQLResult {
        try result { state in UInt(bitPattern: libpq_run(OpaquePointer(bitPattern: state.connection), sql)) }
    }

    private func run(_ sql: String, _ values: [SQLValue], isKept: Bool) throws -> PostgreSQLResult {
        let values = try PostgreSQLValues(values)
        if isKept { try prepare(sql) }
        return try result { state in
            let connection = OpaquePointer(bitPattern: state.connection)
            let made = values.withPointers { count, pointers, lengths, formats in
                if let name = state.names[sql] {
                    return libpq_run_prepared(connection, name, count, pointers, lengths, formats)
                }
                return libpq_run_once(connection, PostgreSQLStatement.numbered(sql), count, pointers, lengths, formats)
            }
            return UInt(bitPattern: made)
        }
    }

    private func prepare(_ sql: String) throws {
        let isKnown = state.withLock { $0.names[sql] != nil }
        if isKnown { return }
        _ = try result { state in
            let name = "s\(state.names.count)"
            let made = libpq_prepare(OpaquePointer(bitPattern: state.connection), name, PostgreSQLStatement.numbered(sql))
            if libpq_result_status(made) == PGRES_COMMAND_OK { state.names[sql] = name }
            return UInt(bitPattern: made)
        }
    }

    /// - Parameter call: returns the address of a `PGresult`.
    private func result(_ call: (inout State) -> UInt) throws -> PostgreSQLResult {
        let made = state.withLock { state in call(&state) }
        let (isLost, message) = state.withLock { state in
            let connection = OpaquePointer(bitPattern: state.connection)
            return (libpq_status(connection) != CONNECTION_OK, libpq_error_message(connection).map { String(cString: $0) })
        }
        guard let pointer = OpaquePointer(bitPattern: made) else {
            throw PostgreSQLFault(code: "", message: Self.oneLine(message ?? "There is no memory."), isLost: true)
        }
        let status = libpq_result_status(pointer)
        guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY else {
            defer { libpq_clear(pointer) }
            func field(_ name: Character) -> String? {
                libpq_error_field(pointer, Int32(name.asciiValue ?? 0)).map { String(cString: $0) }
            }
            // `C` is the SQLSTATE, `M` the message.
            let code = field("C") ?? ""
            // libpq may notice only at the next call that it cannot write. The server shuts down with 57P01, 57P02 or 57P03.
            let isOver = isLost || code.isEmpty || code.hasPrefix("57P0")
            throw PostgreSQLFault(code: code, message: field("M") ?? Self.oneLine(message ?? ""), isLost: isOver)
        }
        return PostgreSQLResult(pointer)
    }

    /// A message of libpq without its hints, which begin with a tab.
    static func oneLine(_ message: String) -> String {
        message.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("\t") }.joined(separator: " ")
    }
}

extension PostgreSQLConnection {
    /// PostgreSQL checks its references itself; its pages are checked by `pg_amcheck`.
    func findings(_ db: SQLConnection) throws -> [String] { [] }

    func auditTriggers(_ db: SQLConnection) throws -> Int {
        try db.native.value(
            "SELECT COUNT(*) FROM pg_trigger WHERE tgrelid = 'audit'::regclass AND NOT tgisinternal AND tgenabled = 'O'") ?? 0
    }
}
