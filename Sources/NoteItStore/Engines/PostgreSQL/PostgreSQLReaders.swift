import Dispatch
import Synchronization

/// The reading connections. Each has a thread of its own, on which its calls wait for the server.
final class PostgreSQLReaders: Sendable {
    private typealias Job = @Sendable (PostgreSQLReader) -> Void

    private struct State {
        var idle: [PostgreSQLReader] = []
        var count = 0
        var waiting: [Job] = []
        var isClosed = false
    }

    private let most: Int
    private let begin: String
    private let session: PostgreSQLSession
    private let state = Mutex(State())

    /// - Parameter begin: the statement that begins each transaction.
    init(_ session: PostgreSQLSession, most: Int = 5, begin: String = PostgreSQLReaders.snapshot) {
        (self.session, self.most, self.begin) = (session, most, begin)
    }

    static let snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

    /// Runs `body` in one transaction. By default, that sees the database as it is at its first statement.
    func read<Value: Sendable>(_ body: @escaping @Sendable (SQLConnection) throws -> Value) async throws -> Value {
        guard !state.withLock(\.isClosed) else { throw PostgreSQLFault.closed }
        return try await withCheckedThrowingContinuation { continuation in
            submit { reader in continuation.resume(with: Result { try reader.read(body) }) }
        }
    }

    private func submit(_ job: @escaping Job) {
        let reader: PostgreSQLReader? = state.withLock { state in
            if let idle = state.idle.popLast() { return idle }
            guard state.count < most else {
                state.waiting.append(job)
                return nil
            }
            state.count += 1
            return PostgreSQLReader(session, begin)
        }
        guard let reader else { return }
        reader.thread.async { self.work(reader, job) }
    }

    private func work(_ reader: PostgreSQLReader, _ first: @escaping Job) {
        var job = first
        while true {
            job(reader)
            let next: Job? = state.withLock { state in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                if state.isClosed { state.count -= 1 } else { state.idle.append(reader) }
                return nil
            }
            guard let next else { return }
            job = next
        }
    }

    /// Closes the connections that do nothing; the others follow.
    func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            defer { (state.idle, state.count) = ([], state.count - state.idle.count) }
            return state.idle
        }
        for reader in idle { reader.close() }
    }
}

private final class PostgreSQLReader: Sendable {
    let thread = DispatchQueue(label: "noteit.read", qos: .userInitiated)
    private let session: PostgreSQLSession
    private let begin: String
    private let connection = Mutex<PostgreSQLConnection?>(nil)

    init(_ session: PostgreSQLSession, _ begin: String) { (self.session, self.begin) = (session, begin) }

    func close() { connection.withLock { $0 = nil } }

    func read<Value>(_ body: (SQLConnection) throws -> Value) throws -> Value {
        do {
            return try readOnce(body)
        } catch EngineFault.tableChanged {
        } catch let fault as PostgreSQLFault where fault.isLost && isReadOnly {
            // A connection may be lost while nobody uses it.
            close()
        }
        return try readOnce(body)
    }

    private func readOnce<Value>(_ body: (SQLConnection) throws -> Value) throws -> Value {
        let db = try begun()
        do {
            let value = try body(SQLConnection(db))
            try db.send("COMMIT", [])
            return value
        } catch {
            db.rollBack()
            throw error
        }
    }

    private var isReadOnly: Bool { begin == PostgreSQLReaders.snapshot }

    /// A connection in a new transaction, which begins with its first statement if it only reads. Opens one if there is none, and
    /// another if the old one was lost meanwhile.
    private func begun() throws -> PostgreSQLConnection {
        try session.node.requireOpen()
        if let old = connection.withLock(\.self) {
            do {
                try isReadOnly ? old.postpone(begin) : old.send(begin, [])
                return old
            } catch let fault as PostgreSQLFault where fault.isLost {
                close()
            }
        }
        let new = try session.open()
        try new.send(begin, [])
        connection.withLock { $0 = new }
        return new
    }
}
