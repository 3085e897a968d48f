import Dispatch
import Synchronization

/// What several nodes share: writes that leave the log alone, and locks that end with their process.
final class PostgreSQLSharing: SharedEngine {
    private let session: PostgreSQLSession
    private let writers: PostgreSQLReaders
    private let locks: PostgreSQLLocks

    init(_ session: PostgreSQLSession) {
        self.session = session
        writers = PostgreSQLReaders(session, most: 3, begin: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
        locks = PostgreSQLLocks(session)
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (SQLConnection) throws -> Value) async throws -> Value {
        try await writers.read(body)
    }

    func takeLocks(_ numbers: [Int]) async throws -> Set<Int> { try await locks.take(numbers) }

    func finishUpgrade() async throws -> Bool { try await locks.finishUpgrade() }

    func hearsNotifications() async throws -> Bool {
        try await withCheckedThrowingContinuation { [session] continuation in
            DispatchQueue(label: "noteit.check").async {
                continuation.resume(with: Result { try PostgreSQLBell.reaches(session) })
            }
        }
    }

    func otherDatabases() async throws -> [String] {
        try await write { db in
            // Of other users' connections, PostgreSQL tells the database alone.
            try db.native.column(
                """
                SELECT DISTINCT datname FROM pg_stat_activity
                WHERE datname <> current_database() AND COALESCE(backend_type, 'client backend') = 'client backend' ORDER BY 1
                """)
        }
    }

    func close() {
        writers.close()
        locks.close()
    }
}

/// Advisory locks of a connection of their own. PostgreSQL ends it when its process has ended, or was silent for 15 seconds.
private final class PostgreSQLLocks: Sendable {
    private struct Held {
        var connection: PostgreSQLConnection?
        var numbers: Set<Int> = []
        var isClosed = false
    }

    /// A number of our own, the first part of each lock.
    private static let family = 0x4E74_4974
    private let session: PostgreSQLSession
    private let thread = DispatchQueue(label: "noteit.locks")
    private let held = Mutex(Held())

    init(_ session: PostgreSQLSession) { self.session = session }

    func take(_ numbers: [Int]) async throws -> Set<Int> {
        try await withCheckedThrowingContinuation { continuation in
            thread.async { continuation.resume(with: Result { try self.takeNow(numbers) }) }
        }
    }

    func finishUpgrade() async throws -> Bool {
        guard session.node.mayWait else { return false }
        return try await withCheckedThrowingContinuation { continuation in
            thread.async { continuation.resume(with: Result { try self.finishNow() }) }
        }
    }

    private func finishNow() throws -> Bool {
        let schema = session.node.schema
        let connection = try session.open()
        do {
            try schema.advance(connection, creating: false, tries: 1)
        } catch let fault as PostgreSQLFault where fault.code == "55P03" {
            // Others have locks, for a moment. The locks of this node must not wait for them.
            return true
        }
        let waits = schema.waits(in: try stored(try PostgreSQLSchema.state(SQLConnection(connection).native)))
        if !waits { session.node.hasAdvanced() }
        return waits
    }

    private func takeNow(_ numbers: [Int]) throws -> Set<Int> {
        let before = held.withLock(\.self)
        guard !before.isClosed else { throw PostgreSQLFault.closed }
        do {
            let connection = try before.connection ?? open()
            let db = SQLConnection(connection).native
            // Keeps the session from being idle.
            try db.send("SELECT 1")
            var own = before.numbers
            for number in numbers where !own.contains(number) {
                let isTaken: Bool? = try db.value("SELECT pg_try_advisory_lock(\(Self.family), \(number))")
                if isTaken == true { own.insert(number) }
            }
            let isClosed = held.withLock { held in
                if !held.isClosed { (held.connection, held.numbers) = (connection, own) }
                return held.isClosed
            }
            if isClosed { throw PostgreSQLFault.closed }
            return own
        } catch {
            held.withLock { ($0.connection, $0.numbers) = (nil, []) }
            throw error
        }
    }

    private func open() throws -> PostgreSQLConnection {
        let connection = try session.open()
        try connection.script("SET idle_session_timeout = '15s'")
        return connection
    }

    func close() { held.withLock { $0 = Held(isClosed: true) } }
}
