import Foundation
import GRDB
import NoteItCore

/// The store on one SQLite file, and a folder of attachments beside it (`.files`), in WAL mode with `synchronous=FULL`: what was
/// acknowledged survives `kill -9` and power loss. Reads run on a pool beside the one writer. Several processes may have the file open.
public final class SQLiteStore: Store {
    let pool: DatabasePool
    let writer: CommitQueue
    let files: AttachmentFiles
    private let clock: @Sendable () -> Date
    private let patience: ReadPatience?

    /// Opens the database at `path`, making an empty one of `schema.sql` where there is none.
    /// - Parameters:
    ///   - readTime: how much processor time one read may take; then it ends with `.unavailable`. Nil: as much as it needs.
    ///   - clock: what time it is; tests pass their own.
    /// - Throws: `StoreError` if the file cannot be used, with a sentence that says what to do.
    public init(path: String, readTime: Duration? = nil, clock: @escaping @Sendable () -> Date = { Date() }) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(5)
        configuration.label = "noteit"
        // On Linux, Dispatch gives threads of a higher quality of service priority over those that serve requests, if it may.
        configuration.qos = .default
        let patience = readTime.map(ReadPatience.init)
        self.patience = patience
        if let patience { configuration.prepareDatabase { patience.watch($0) } }
        do {
            pool = try DatabasePool(path: path, configuration: configuration)
            // GRDB sets NORMAL when it turns WAL on, so FULL is set after.
            let head = try pool.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA synchronous = FULL")
                // What a savepoint would undo is kept in memory: in a file it would be most of what a post writes.
                try db.execute(sql: "PRAGMA temp_store = MEMORY")
                try Schema.bringUp(db)
                return try LogRow.head(db).head
            }
            writer = CommitQueue(pool, head: head)
        } catch let error as DatabaseError {
            let mend =
                error.resultCode == .SQLITE_FULL ? "Make room on its disk." : "Check that the folder exists and may be written."
            throw StoreError.cannotOpen(path: path, why: error.message ?? error.resultCode.description, mend: mend)
        }
        files = AttachmentFiles(database: path)
        self.clock = clock
    }

    /// Closes the file after the writes under way. Calls after this throw.
    public func close() throws { try pool.close() }

    /// Now, in whole seconds: the precision of all stored times.
    var now: Date { clock().wholeSeconds }

    /// One read transaction.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            guard let patience else { return try await pool.read(body) }
            return try await pool.read { db in try patience.within(db, body) }
        } catch {
            throw DatabaseFault.domainError(error)
        }
    }

    /// One write, atomic by itself; returns after the commit that it shares with whatever waits beside it.
    func commit<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            return try await writer.commit(body)
        } catch {
            throw DatabaseFault.domainError(error)
        }
    }

    /// How many commits were made, and how many writes they carried.
    public var commitCounts: CommitCounts { writer.counts }

    public func onCommit(_ ring: @escaping @Sendable (Commit) -> Void) { writer.onCommit(ring) }

    /// The `synchronous` setting of the writing connection: 2 is FULL.
    public func synchronousLevel() throws -> Int? {
        try pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
    }
}

/// Why a database file cannot be used.
public enum StoreError: Error, CustomStringConvertible, Equatable {
    case cannotOpen(path: String, why: String, mend: String)
    case notOurs
    case newer(found: Int, known: Int)

    public var description: String {
        switch self {
        case .cannotOpen(let path, let why, let mend):
            "The database \(path) cannot be opened: \(why). \(mend)"
        case .notOurs:
            "The file is an SQLite database, but not NoteIt's. Name another file with --database."
        case .newer(let found, let known):
            "The database has schema version \(found), this noteitd knows \(known). Install the newer noteitd that last opened it."
        }
    }
}
