import Foundation
import GRDB
import NoteItCore
import Synchronization

extension SQLStore {
    /// Opens the SQLite database at `path`, with a folder of attachments beside it (`.files`). Creates the database from
    /// `schema.sql` if it is absent.
    /// - Parameters:
    ///   - readTime: the most processor time for a read, which then fails with `.unavailable`; nil for no limit.
    ///   - clock: returns the current time; tests pass their own.
    /// - Throws: `StoreError` if the file cannot be used, with a sentence that says what to do.
    public convenience init(
        path: String, readTime: Duration? = nil, clock: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        let (engine, newest) = try SQLiteEngine.open(path, readTime: readTime)
        self.init(engine, newest: newest, files: AttachmentFiles(database: path), clock: clock)
    }
}

/// An SQLite file in WAL mode with `synchronous=FULL`: one writing connection, and a pool of reading ones.
final class SQLiteEngine: StoreEngine {
    let pool: DatabasePool
    private let timeout: ReadTimeout?
    /// The reading connections of the pool.
    private static let readers = 5
    let largestBatch = 256
    let searchFile: SearchFile? = nil
    let sharing: (any SharedEngine)? = nil
    /// Reads that have or wait for a connection.
    private let reads = Atomic(0)

    private init(_ pool: DatabasePool, _ timeout: ReadTimeout?) { (self.pool, self.timeout) = (pool, timeout) }

    /// - Returns: the engine, and the log's newest row.
    static func open(
        _ path: String, readTime: Duration?
    ) throws -> (SQLiteEngine, newest: NewestRow) {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(5)
        configuration.label = "noteit"
        configuration.maximumReaderCount = readers
        // On Linux, Dispatch may give threads with a higher quality of service priority over those that serve requests.
        configuration.qos = .default
        let timeout = readTime.map(ReadTimeout.init)
        if let timeout { configuration.prepareDatabase { timeout.watch($0) } }
        try Schema.refuseByHead(path)
        do {
            let pool = try DatabasePool(path: path, configuration: configuration)
            // After GRDB has turned WAL on, which sets NORMAL.
            let newest = try pool.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA synchronous = FULL")
                // Keeps the undo journals of savepoints in memory. In a file they would be most of what a post writes.
                try db.execute(sql: "PRAGMA temp_store = MEMORY")
                try MoveMark.refuse(db.connection)
                try Schema.bringUp(db)
                return try LogRow.newest(db.connection)
            }
            return (SQLiteEngine(pool, timeout), newest)
        } catch let error as DatabaseError {
            let why = error.message ?? error.resultCode.description
            throw StoreError.cannotOpen(path: path, why: why, mend: mend(error.resultCode))
        }
    }

    /// What to do about a database that cannot be opened.
    static func mend(_ code: ResultCode) -> String {
        switch code {
        case .SQLITE_BUSY: "Another program uses it alone: wait until its move has ended."
        case .SQLITE_FULL: "Make room on its disk."
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: "The file is damaged. Restore a backup: noteit-restore BACKUP DATABASE"
        default: "Check that the folder exists and may be written."
        }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (SQLConnection) throws -> Value) async throws -> Value {
        reads.add(1, ordering: .relaxed)
        defer { reads.subtract(1, ordering: .relaxed) }
        return try await pool.unsafeRead { try transaction($0, body) }
    }

    func lookUp<Value: Sendable>(_ body: @escaping @Sendable (SQLConnection) throws -> Value) async throws -> Value {
        let count = reads.add(1, ordering: .relaxed).newValue
        defer { reads.subtract(1, ordering: .relaxed) }
        // A thread that serves requests must not wait for a connection.
        return count <= Self.readers ? try readHere(body) : try await pool.unsafeRead { try transaction($0, body) }
    }

    private func readHere<Value>(_ body: (SQLConnection) throws -> Value) throws -> Value {
        try pool.unsafeRead { try transaction($0, body) }
    }

    /// As GRDB's `read`, with statements that are prepared once.
    private func transaction<Value>(_ db: Database, _ body: (SQLConnection) throws -> Value) throws -> Value {
        try db.cachedStatement(sql: "BEGIN DEFERRED").execute()
        defer { Self.endTransaction(db) }
        guard let timeout else { return try body(db.connection) }
        return try timeout.within(db) { try body($0.connection) }
    }

    private static func endTransaction(_ db: Database) {
        do {
            try db.cachedStatement(sql: "COMMIT").execute()
        } catch {
            // A transaction of a cancelled task.
            try? db.rollback()
        }
    }

    func write(_ body: (SQLConnection, NewestRow?) throws -> Void) throws -> Duration {
        try pool.writeWithoutTransaction { db in
            // As of GRDB, which prepares both statements anew each time.
            try db.cachedStatement(sql: "BEGIN IMMEDIATE").execute()
            do {
                try body(db.connection, nil)
                let start = ContinuousClock.now
                try db.cachedStatement(sql: "COMMIT").execute()
                return ContinuousClock.now - start
            } catch {
                if db.isInsideTransaction { try db.rollback() }
                throw error
            }
        }
    }

    let isFenced = false

    func onSignal(_ tell: @escaping @Sendable (StoreSignal) -> Void) {}

    func saw(_ head: LogHead) {}

    func close() throws { try pool.close() }

    func domainError(_ error: any Error) -> any Error {
        switch error {
        case EngineFault.corrupt: Self.domainError(.SQLITE_CORRUPT) ?? error
        // On a full disk SQLite rolls back the whole transaction, not only the savepoint.
        case EngineFault.transactionEnded: Self.domainError(.SQLITE_FULL) ?? error
        case let fault as DatabaseError: Self.domainError(fault.resultCode) ?? error
        default: error
        }
    }

    func storageFault(_ error: any Error) -> String? {
        switch error {
        case EngineFault.corrupt: "The database is damaged."
        case EngineFault.transactionEnded: "The disk of the database is full."
        case let fault as DatabaseError:
            switch fault.resultCode {
            case .SQLITE_FULL: "The disk of the database is full."
            case .SQLITE_READONLY: "The database is read-only."
            case .SQLITE_IOERR, .SQLITE_CANTOPEN: "The disk of the database fails: \(fault.extendedResultCode)."
            case .SQLITE_NOTADB, .SQLITE_CORRUPT: "The database is damaged."
            default: nil
            }
        default: nil
        }
    }

    var freeBytes: Int? {
        var status = statvfs()
        guard statvfs(pool.path, &status) == 0, status.f_blocks > 0 else { return nil }
        return Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
    }

    private static func domainError(_ code: ResultCode) -> DomainError? {
        switch code {
        case .SQLITE_FULL: .unavailable("The disk is full; nothing was stored. Reading still works.")
        case .SQLITE_READONLY: .unavailable("The database is read-only; nothing was stored. Reading still works.")
        case .SQLITE_BUSY, .SQLITE_LOCKED: .unavailable("The database is busy; nothing was stored. Try again.")
        case .SQLITE_INTERRUPT:
            .unavailable("The query took too long. Ask for less: fewer or longer words, or a shorter time span.")
        case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_NOMEM, .SQLITE_NOTADB, .SQLITE_CORRUPT:
            .unavailable("The database cannot be reached; nothing was stored.")
        default: nil
        }
    }

    /// The `synchronous` setting of the writing connection: 2 is FULL.
    func synchronousLevel() throws -> Int? {
        try pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
    }
}
