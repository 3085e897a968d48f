import Foundation
import NoteItCore
import Synchronization

/// The writing connection. A batch first locks the head of the log, as SQLite's `BEGIN IMMEDIATE` locks the file: one batch of all
/// processes runs at a time, each sees all that was committed before it, and the log has no gaps.
///
/// A connection may be lost between COMMIT and its answer. Each batch therefore writes a word of its own to the row of this
/// process in `writer`. On a new connection, the lock waits until the old transaction has ended; then the row tells whether it
/// was committed. Transaction numbers must not be asked: after a failover they are given out again.
final class PostgreSQLWriter: Sendable {
    /// How long a lost commit is asked about.
    private static let patience = Duration.seconds(30)
    private let session: PostgreSQLSession
    /// This process.
    private let id = UUID().uuidString.lowercased()
    private let connection = Mutex<PostgreSQLConnection?>(nil)
    private let isClosed = Atomic(false)

    init(_ session: PostgreSQLSession) { self.session = session }

    /// Runs `body` in one transaction. Returns the duration of the commit. Call it on one thread at a time.
    func write(_ body: (SQLConnection) throws -> Void) throws -> Duration {
        let batch = UUID().uuidString.lowercased()
        let db = try begun(batch)
        do {
            try body(SQLConnection(db))
        } catch {
            if db.isInTransaction { _ = try? db.script("ROLLBACK") }
            throw error
        }
        let start = ContinuousClock.now
        do {
            // PostgreSQL answers ROLLBACK to the COMMIT of a transaction in which a statement failed.
            guard try db.script("COMMIT").command == "COMMIT" else {
                throw PostgreSQLFault(code: "25P02", message: "A statement of the transaction failed.")
            }
        } catch let fault as PostgreSQLFault where fault.isLost {
            guard try wasCommitted(batch) else { throw fault }
        }
        return ContinuousClock.now - start
    }

    /// Forgets this process, and closes the connection.
    func close() {
        isClosed.store(true, ordering: .relaxed)
        let old = connection.withLock { connection in
            defer { connection = nil }
            return connection
        }
        _ = try? old?.script("DELETE FROM writer WHERE id = '\(id)'")
    }

    /// A connection in a new transaction that holds the lock.
    private func begun(_ batch: String) throws -> PostgreSQLConnection {
        guard !isClosed.load(ordering: .relaxed) else { throw PostgreSQLFault.closed }
        let begin = """
            BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; \(Self.lock); INSERT INTO writer VALUES ('\(id)', '\(batch)', now()) \
            ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, at = excluded.at
            """
        if let old = connection.withLock(\.self) {
            do {
                try start(begin, old)
                return old
            } catch let fault as PostgreSQLFault where fault.isLost {
                connection.withLock { $0 = nil }
            }
        }
        let new = try session.open()
        try start(begin, new)
        connection.withLock { $0 = new }
        return new
    }

    private static let lock = "SELECT 1 FROM log_head WHERE id = 1 FOR UPDATE"

    private func start(_ begin: String, _ db: PostgreSQLConnection) throws {
        do {
            try db.script(begin)
        } catch {
            if db.isInTransaction { _ = try? db.script("ROLLBACK") }
            throw error
        }
    }

    /// Whether the batch whose COMMIT got no answer is stored. Throws if that cannot be found out in time.
    private func wasCommitted(_ batch: String) throws -> Bool {
        connection.withLock { $0 = nil }
        let end = ContinuousClock.now + Self.patience
        while true {
            do {
                let db = try session.open()
                try db.script("BEGIN; \(Self.lock)")
                let found: String? = try SQLConnection(db).native.value("SELECT batch FROM writer WHERE id = ?", id)
                // Waits for the standby, so that a commit that this transaction saw is there too.
                try db.script("COMMIT")
                connection.withLock { $0 = db }
                return found == batch
            } catch {
                guard ContinuousClock.now < end else { throw PostgreSQLFault.unknownOutcome }
                Thread.sleep(forTimeInterval: 0.2)
            }
        }
    }
}
