import CPostgreSQL
import Synchronization

/// A connection to PostgreSQL. Its calls wait for the server. Each statement is prepared once.
final class PostgreSQLConnection: SQLEngine, Sendable {
    private struct State {
        /// Address of the `PGconn`.
        let connection: UInt
        /// The names of the prepared statements by their SQL.
        var names: [String: String] = [:]
        var count = 0
        /// When a call that still waits gives up, and the connection with it.
        var deadline: ContinuousClock.Instant?

        var pointer: OpaquePointer? { OpaquePointer(bitPattern: connection) }
    }

    /// How often a call that waits looks whether it was cut, in milliseconds.
    private static let pause: Int32 = 100
    private let state: Mutex<State>
    private let isCut = Atomic(false)

    /// Takes over a connection that is open.
    init(_ connection: OpaquePointer) { state = Mutex(State(connection: UInt(bitPattern: connection))) }

    deinit { state.withLock { libpq_finish($0.pointer) } }

    let holdsSearchIndex = false

    var isInTransaction: Bool {
        let status = state.withLock { libpq_transaction_status($0.pointer) }
        return status == PQTRANS_INTRANS || status == PQTRANS_INERROR
    }

    var serverVersion: Int { state.withLock { Int(libpq_server_version($0.pointer)) } }

    /// Ends the call that waits, and all later ones, as if the network were cut. For any thread.
    func cut() { isCut.store(true, ordering: .relaxed) }

    /// Cuts the connection if a call still waits then; nil for never.
    func setDeadline(_ deadline: ContinuousClock.Instant?) { state.withLock { $0.deadline = deadline } }

    func rows(_ sql: String, _ values: [SQLValue], isKept: Bool, each: (Row) throws -> Bool) throws -> Int {
        let result = try run(sql, values, isKept: isKept)
        for row in 0..<result.rows where try !each(.postgresql(PostgreSQLRow(result, row))) { break }
        return result.changedRows
    }

    func send(_ sql: String, _ values: [SQLValue]) throws { _ = try run(sql, values, isKept: true) }

    /// Runs statements with semicolons between, without values. Returns the result of the last.
    @discardableResult
    func script(_ sql: String) throws -> PostgreSQLResult {
        guard let last = try results({ libpq_send($0.pointer, sql) }).last else { throw PostgreSQLFault.cut }
        return last
    }

    /// The same, with the results of all.
    func scripts(_ sql: String) throws -> [PostgreSQLResult] { try results { libpq_send($0.pointer, sql) } }

    /// What notifications that came say. Waits for the first.
    func notifications(within milliseconds: Int32) throws -> [String] {
        try state.withLock { state in
            guard !isCut.load(ordering: .relaxed), libpq_listen(state.pointer, milliseconds) >= 0 else {
                throw PostgreSQLFault.cut
            }
            var found: [String] = []
            while let notification = libpq_notification(state.pointer) {
                found.append(String(cString: notification.pointee.extra))
                libpq_free(notification)
            }
            return found
        }
    }

    private func run(_ sql: String, _ values: [SQLValue], isKept: Bool) throws -> PostgreSQLResult {
        let values = try PostgreSQLValues(values)
        if isKept { try prepare(sql) }
        let found = try forgettingOldPlans { state in
            values.withPointers { count, pointers, lengths, formats in
                if let name = state.names[sql] {
                    return libpq_send_prepared(state.pointer, name, count, pointers, lengths, formats)
                }
                return libpq_send_once(state.pointer, PostgreSQLStatement.numbered(sql), count, pointers, lengths, formats)
            }
        }
        guard let last = found.last else { throw PostgreSQLFault.cut }
        return last
    }

    /// A node of the next version may add columns to a table. PostgreSQL then refuses statements that select all columns and were
    /// prepared before.
    private func forgettingOldPlans(_ send: (State) -> Int32) throws -> [PostgreSQLResult] {
        do {
            return try results(send)
        } catch let fault as PostgreSQLFault where fault.code == "0A000" {
            state.withLock { $0.names = [:] }
            throw EngineFault.tableChanged
        }
    }

    private func prepare(_ sql: String) throws {
        let (known, count) = state.withLock { ($0.names[sql], $0.count) }
        guard known == nil else { return }
        let name = "s\(count)"
        _ = try results { libpq_send_prepare($0.pointer, name, PostgreSQLStatement.numbered(sql)) }
        state.withLock { ($0.names[sql], $0.count) = (name, count + 1) }
    }

    /// The results of what `send` sends. Throws the first error.
    private func results(_ send: (State) -> Int32) throws -> [PostgreSQLResult] {
        let (made, isWhole) = state.withLock { state -> ([UInt], Bool) in
            guard !isCut.load(ordering: .relaxed), send(state) == 1 else { return ([], false) }
            var found: [UInt] = []
            while hasNext(state) {
                guard let result = libpq_next_result(state.pointer) else { return (found, true) }
                found.append(UInt(bitPattern: result))
            }
            return (found, false)
        }
        var (results, fault): ([PostgreSQLResult], PostgreSQLFault?) = ([], nil)
        for pointer in made.lazy.compactMap({ OpaquePointer(bitPattern: $0) }) {
            fault = fault ?? self.fault(pointer)
            results.append(PostgreSQLResult(pointer))
        }
        if let fault { throw fault }
        guard isWhole else { throw lost }
        return results
    }

    /// Waits for the next result, or the end of the results. False if the connection was cut.
    private func hasNext(_ state: State) -> Bool {
        // libpq says by the next result that a connection is lost.
        while libpq_wait(state.pointer, Self.pause) == 0 {
            if let deadline = state.deadline, deadline < .now { cut() }
            if isCut.load(ordering: .relaxed) { return false }
        }
        return true
    }

    /// Nil for the result of a statement that succeeded.
    private func fault(_ result: OpaquePointer) -> PostgreSQLFault? {
        let status = libpq_result_status(result)
        if status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY { return nil }
        func field(_ name: Character) -> String? {
            libpq_error_field(result, Int32(name.asciiValue ?? 0)).map { String(cString: $0) }
        }
        // `C` is the SQLSTATE, `M` the message.
        let (code, lost) = (field("C") ?? "", lost)
        // libpq may notice only at the next call that it cannot write. The server shuts down with 57P01, 57P02 or 57P03, and ends
        // a transaction that did nothing for too long with 25P03.
        let isOver = isLost || code.isEmpty || code.hasPrefix("57P0") || code == "25P03"
        return PostgreSQLFault(code: code, message: field("M") ?? lost.message, isLost: isOver)
    }

    private var isLost: Bool {
        isCut.load(ordering: .relaxed) || state.withLock { libpq_status($0.pointer) != CONNECTION_OK }
    }

    private var lost: PostgreSQLFault {
        if isCut.load(ordering: .relaxed) { return .cut }
        let message = state.withLock { libpq_error_message($0.pointer).map { String(cString: $0) } }
        return PostgreSQLFault(code: "", message: Self.oneLine(message ?? ""), isLost: true)
    }

    /// A message of libpq without its hints, which begin with a tab.
    static func oneLine(_ message: String) -> String {
        message.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("\t") }.joined(separator: " ")
    }
}

extension PostgreSQLConnection {
    /// PostgreSQL checks its references itself; its pages are checked by `pg_amcheck`.
    func findings(_ db: SQLConnection) throws -> [String] { [] }

    func hasTable(_ name: String, _ db: SQLConnection) throws -> Bool {
        try db.native.value("SELECT to_regclass(?) IS NOT NULL", name) ?? false
    }

    func auditTriggers(_ db: SQLConnection) throws -> Int {
        try db.native.value(
            "SELECT COUNT(*) FROM pg_trigger WHERE tgrelid = 'audit'::regclass AND NOT tgisinternal AND tgenabled = 'O'") ?? 0
    }
}
