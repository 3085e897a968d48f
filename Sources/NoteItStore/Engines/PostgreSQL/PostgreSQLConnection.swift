import CPostgreSQL
import Synchronization

/// A connection to PostgreSQL. Its calls wait for the server. Each statement is prepared once.
final class PostgreSQLConnection: SQLEngine, Sendable {
    private struct State {
        var pipeline: PostgreSQLPipeline
        /// Statements that go with the next that is waited for.
        var postponed: [PostgreSQLPipeline.Statement] = []
        /// Whether statements without a result are postponed.
        var isDeferring = false
        /// Whether a statement of a transaction that defers has failed.
        var hasFailed = false
        /// When a call that still waits gives up, and the connection with it.
        var deadline: ContinuousClock.Instant?

        var pointer: OpaquePointer? { pipeline.pointer }
    }

    /// The most statements that are postponed, and the most bytes of their values. From 64 KiB on libpq sends in parts. A node that
    /// froze between two would hold the log's lock: PostgreSQL takes a transaction for idle only after a sync.
    private static let most = (statements: 100, bytes: 1 << 15)
    private let state: Mutex<State>
    private let isCut = Atomic(false)

    /// Takes over a connection that is open.
    init(_ connection: OpaquePointer) { state = Mutex(State(pipeline: PostgreSQLPipeline(connection))) }

    deinit { state.withLock { libpq_finish($0.pointer) } }

    let holdsSearchIndex = false

    var isInTransaction: Bool {
        let (status, hasFailed) = state.withLock { (libpq_transaction_status($0.pointer), $0.hasFailed) }
        return !hasFailed && (status == PQTRANS_INTRANS || status == PQTRANS_INERROR)
    }

    var serverVersion: Int { state.withLock { Int(libpq_server_version($0.pointer)) } }

    /// Ends the call that waits, and all later ones, as if the network were cut. For any thread.
    func cut() { isCut.store(true, ordering: .relaxed) }

    /// Cuts the connection if a call still waits then; nil for never.
    func setDeadline(_ deadline: ContinuousClock.Instant?) { state.withLock { $0.deadline = deadline } }

    func rows(_ sql: String, _ values: [SQLValue], isKept: Bool, each: (Row) throws -> Bool) throws -> Int {
        let statement = PostgreSQLPipeline.Statement(sql: sql, values: try PostgreSQLValues(values), isKept: isKept)
        guard let result = try run([statement]).last else { throw PostgreSQLFault.cut }
        for row in 0..<result.rows where try !each(.postgresql(PostgreSQLRow(result, row))) { break }
        return result.changedRows
    }

    func send(_ sql: String, _ values: [SQLValue]) throws {
        if state.withLock(\.isDeferring) { return try postpone(sql, values) }
        _ = try run([PostgreSQLPipeline.Statement(sql: sql, values: try PostgreSQLValues(values))])
    }

    /// Lets a statement without a result go with the next that is waited for.
    func postpone(_ sql: String, _ values: [SQLValue] = []) throws {
        let statement = PostgreSQLPipeline.Statement(sql: sql, values: try PostgreSQLValues(values))
        let isTooMuch = state.withLock { state in
            state.postponed.append(statement)
            let bytes = state.postponed.reduce(0) { $0 + $1.values.size }
            return state.postponed.count >= Self.most.statements || bytes > Self.most.bytes
        }
        if isTooMuch { _ = try run([]) }
    }

    /// From now on each statement without a result goes with the next that is waited for. If one fails, the transaction is over and
    /// must be run again without this: nobody knows to which of its writes the failure belongs.
    func startDeferring() { state.withLock { ($0.isDeferring, $0.hasFailed) = (true, false) } }

    /// Ends the transaction. Returns the results of the statements that end it.
    /// - Throws: `EngineFault.transactionEnded` if an earlier one has failed.
    func end(_ statements: [PostgreSQLPipeline.Statement]) throws -> [PostgreSQLResult] {
        let results = try run(statements)
        state.withLock { $0.isDeferring = false }
        return results.suffix(statements.count)
    }

    /// Undoes the transaction. Returns whether one of its statements failed that nobody waited for.
    @discardableResult
    func rollBack() -> Bool {
        let (isOpen, hasFailed) = state.withLock { state in
            defer { (state.postponed, state.isDeferring, state.hasFailed) = ([], false, false) }
            return (libpq_transaction_status(state.pointer) != PQTRANS_IDLE, state.hasFailed)
        }
        if isOpen { _ = try? script("ROLLBACK") }
        return hasFailed
    }

    /// Runs statements with semicolons between, without values. Returns the result of the last.
    @discardableResult
    func script(_ sql: String) throws -> PostgreSQLResult {
        guard let last = try results({ $0.pipeline.script(sql, until: $1) }).last else { throw PostgreSQLFault.cut }
        return last
    }

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

    /// Runs what was postponed and then these. A node of the next version may add columns to a table: PostgreSQL then refuses
    /// statements that select all columns and were prepared before.
    func run(_ statements: [PostgreSQLPipeline.Statement]) throws -> [PostgreSQLResult] {
        let (all, hasFailed) = state.withLock { state in
            defer { state.postponed = [] }
            return (state.postponed + statements, state.hasFailed)
        }
        guard !hasFailed else { throw EngineFault.transactionEnded }
        do {
            return try results { $0.pipeline.run(all, until: $1) }
        } catch let fault as PostgreSQLFault where !fault.isLost {
            let isTold = state.withLock { state in
                if fault.code == "0A000" { state.pipeline.forgetNames() }
                state.hasFailed = state.isDeferring
                return !state.isDeferring
            }
            guard isTold else { throw EngineFault.transactionEnded }
            throw fault.code == "0A000" ? EngineFault.tableChanged : fault
        }
    }

    /// The results of what `send` sends. Throws the first error.
    private func results(
        _ send: (inout State, _ isOver: () -> Bool) -> (results: [UInt], isWhole: Bool)
    ) throws -> [PostgreSQLResult] {
        let (made, isWhole) = state.withLock { state -> ([UInt], Bool) in
            guard !isCut.load(ordering: .relaxed) else { return ([], false) }
            let deadline = state.deadline
            return send(&state) {
                if let deadline, deadline < .now { cut() }
                return isCut.load(ordering: .relaxed)
            }
        }
        var (results, fault): ([PostgreSQLResult], PostgreSQLFault?) = ([], nil)
        for pointer in made.lazy.compactMap({ OpaquePointer(bitPattern: $0) }) {
            fault = fault ?? self.fault(pointer)
            results.append(PostgreSQLResult(pointer))
        }
        if let fault { throw fault }
        guard isWhole else {
            let lost = lost
            // What was sent in part would be taken for a part of what comes next.
            cut()
            throw lost
        }
        return results
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
        message.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("\t") }.joined(separator: "; ")
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
