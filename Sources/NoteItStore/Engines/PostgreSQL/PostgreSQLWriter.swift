import Foundation
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
    private let connection = Mutex<PostgreSQLConnection?>(nil)
    private let isClosed = Atomic(false)

    init(_ session: PostgreSQLSession) { self.session = session }

    /// Runs `body` in one transaction, and once more if a statement failed that nobody waited for. Returns the duration of the
    /// commit. Call it on one thread at a time.
    func write(_ body: (SQLConnection, NewestRow?) throws -> Void) throws -> Duration {
        if let took = try write(body, isDeferring: true) { return took }
        guard let took = try write(body, isDeferring: false) else { throw EngineFault.transactionEnded }
        return took
    }

    /// Nil if it must be run again without deferring.
    private func write(_ body: (SQLConnection, NewestRow?) throws -> Void, isDeferring: Bool) throws -> Duration? {
        let batch = UUID().uuidString.lowercased()
        let (db, newest) = try begun(batch)
        if isDeferring { db.startDeferring() }
        do {
            try body(SQLConnection(db), newest)
        } catch {
            if db.rollBack() { return nil }
            throw error
        }
        let start = ContinuousClock.now
        do {
            let results = try db.end([
                PostgreSQLBell.ring(session.node.id, after: newest.offset), PostgreSQLPipeline.Statement(Self.tail),
                PostgreSQLPipeline.Statement("COMMIT", isKept: false),
            ])
            session.node.passed(start)
            if results.count == 3, results[1].rows == 1 {
                let row = PostgreSQLRow(results[1], 0)
                session.node.saw(
                    PostgreSQLTail(epoch: try stored(row.value(0)), offset: try stored(row.value(1)), digest: row.value(2)))
            }
        } catch let fault as PostgreSQLFault where fault.isLost {
            guard try wasCommitted(batch) else { throw fault }
        } catch {
            if db.rollBack() { return nil }
            throw error
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
        _ = try? old?.script("DELETE FROM writer WHERE id = '\(session.node.id)'")
    }

    /// A connection in a new transaction that holds the lock, and the log's newest row: others may have written it.
    private func begun(_ batch: String) throws -> (PostgreSQLConnection, NewestRow) {
        guard !isClosed.load(ordering: .relaxed) else { throw PostgreSQLFault.closed }
        try session.node.requireOpen()
        // Planning takes as long as running, so plans are kept, but for a lock, which has none to speak of.
        let begin = try [
            PostgreSQLPipeline.Statement("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", isKept: false),
            PostgreSQLPipeline.Statement(Self.lock, isKept: false),
            PostgreSQLPipeline.Statement(Self.word, [.text(session.node.id), .text(batch)]),
            PostgreSQLPipeline.Statement(Self.newest),
        ]
        if let old = connection.withLock(\.self) {
            do {
                return (old, try start(begin, old))
            } catch let fault as PostgreSQLFault where fault.isLost {
                connection.withLock { $0 = nil }
            }
        }
        let new = try session.open()
        let newest = try start(begin, new)
        connection.withLock { $0 = new }
        return (new, newest)
    }

    static let lock = "SELECT 1 FROM log_head WHERE id = 1 FOR UPDATE"
    private static let word = """
        INSERT INTO writer VALUES (?, ?, now()) ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, at = excluded.at
        """
    /// A statement of its own, which sees what was committed while the lock was waited for.
    private static let newest = """
        SELECT h.head, (SELECT l.written_at FROM log l WHERE l."offset" = h.head) FROM log_head h WHERE h.id = 1
        """
    private static let tail = "SELECT h.epoch, h.head, \(PostgreSQLTail.digest(at: "h.head")) FROM log_head h WHERE h.id = 1"

    private func start(_ begin: [PostgreSQLPipeline.Statement], _ db: PostgreSQLConnection) throws -> NewestRow {
        do {
            let row = PostgreSQLRow(try stored(try db.run(begin).last), 0)
            return (try stored(row.value(0)), (row.value(1) as Int64?).map(Date.init(seconds:)))
        } catch {
            db.rollBack()
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
                let found: String? = try SQLConnection(db).native.value(
                    "SELECT batch FROM writer WHERE id = ?", session.node.id)
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
