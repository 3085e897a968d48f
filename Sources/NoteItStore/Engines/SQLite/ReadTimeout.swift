import Foundation
import GRDB
import GRDBSQLite
import NoteItCore
import Synchronization

/// Ends a read that takes too long, so that no query holds up the others. It measures the processor time of the reading thread,
/// so that a read on a busy machine may do as much work.
final class ReadTimeout: Sendable {
    /// When the read of a connection ends, in nanoseconds of its thread's time; `.max` outside a read.
    private final class Deadline: Sendable {
        let nanoseconds = Atomic(UInt64.max)
    }

    /// Instructions of SQLite's virtual machine between two checks.
    private static let steps: Int32 = 2_000

    private let nanoseconds: UInt64
    /// By connection. Entries stay for the life of the process, because a pool opens a few connections and keeps them.
    private let deadlines = Mutex<[UInt: Deadline]>([:])

    init(_ time: Duration) { nanoseconds = UInt64(time / .nanoseconds(1)) }

    /// Call it once for each connection.
    func watch(_ db: Database) {
        guard let connection = db.sqliteConnection else { return }
        let (deadline, key) = (Deadline(), UInt(bitPattern: connection))
        deadlines.withLock { $0[key] = deadline }
        // `deadlines` keeps the object alive.
        let context = Unmanaged.passUnretained(deadline).toOpaque()
        sqlite3_progress_handler(
            connection, Self.steps,
            { context in
                guard let context else { return 0 }
                let deadline = Unmanaged<Deadline>.fromOpaque(context).takeUnretainedValue()
                return ThreadTime.nanoseconds > deadline.nanoseconds.load(ordering: .relaxed) ? 1 : 0
            }, context)
    }

    func within<Value>(_ db: Database, _ body: (Database) throws -> Value) throws -> Value {
        let key = UInt(bitPattern: db.sqliteConnection)
        guard let deadline = deadlines.withLock({ $0[key] }) else { return try body(db) }
        deadline.nanoseconds.store(ThreadTime.nanoseconds + nanoseconds, ordering: .relaxed)
        defer { deadline.nanoseconds.store(.max, ordering: .relaxed) }
        return try body(db)
    }
}
