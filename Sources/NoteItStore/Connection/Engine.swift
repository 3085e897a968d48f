import Foundation
import NoteItCore

/// The offset of the log's newest row, and the time at which it was written; no time if there are no rows.
typealias NewestRow = (offset: Int64, writtenAt: Date?)

/// A database under the store: one writer and any number of readers. Each engine has a folder in `Engines`.
protocol StoreEngine: Sendable {
    /// The most writes in a commit, so that the first of many does not wait for all.
    var largestBatch: Int { get }

    /// The search index beside the database; nil if it is in the database.
    var searchFile: SearchFile? { get }

    /// Runs `body` in one read transaction.
    func read<Value: Sendable>(_ body: @escaping @Sendable (SQLConnection) throws -> Value) async throws -> Value

    /// The same for a `body` that finds a few rows by their keys. It may run on the calling thread: a change of threads can
    /// take longer than the read.
    func lookUp<Value: Sendable>(_ body: @escaping @Sendable (SQLConnection) throws -> Value) async throws -> Value

    /// Runs `body` in one write transaction on the calling thread. The transaction is rolled back if `body` throws.
    /// - Parameter body: gets the log's newest row, as the transaction found it, from an engine on which several machines write.
    /// - Returns: the duration of the commit.
    func write(_ body: (SQLConnection, NewestRow?) throws -> Void) throws -> Duration

    /// Whether what is read may be stale.
    var isFenced: Bool { get }

    /// Calls `tell` with what the engine hears beside the commits of this process.
    func onSignal(_ tell: @escaping @Sendable (StoreSignal) -> Void)

    /// The log was read up to here.
    func saw(_ head: LogHead)

    /// Turns an error of the engine into one of the domain.
    func domainError(_ error: any Error) -> any Error

    /// Why the database takes no writes, if that is what the error says: a full disk, a read-only or damaged file.
    func storageFault(_ error: any Error) -> String?

    /// The room on the disk of the database; nil if it is unknown.
    var freeBytes: Int? { get }

    /// What the engine does for several nodes on one database; nil if only one process serves it.
    var sharing: (any SharedEngine)? { get }

    /// Closes the database after the pending calls. Later calls throw.
    func close() throws
}

/// A database that several nodes may serve.
protocol SharedEngine: Sendable {
    /// Runs `body` in a write transaction beside those that append to the log: it does not wait for them, and they not for it.
    func write<Value: Sendable>(_ body: @escaping @Sendable (SQLConnection) throws -> Value) async throws -> Value

    /// Takes the locks that nobody else has. They go when this process ends, or does not call this for 15 seconds.
    /// - Returns: the locks of this process.
    func takeLocks(_ numbers: [Int]) async throws -> Set<Int>

    /// Takes the step of the schema that waits for older programs, if they are gone. Returns whether it still waits.
    func finishUpgrade() async throws -> Bool

    /// Whether what one connection notifies of reaches another.
    func hearsNotifications() async throws -> Bool

    /// Other databases of the same server to which somebody is connected.
    func otherDatabases() async throws -> [String]
}

/// A connection of an engine.
protocol SQLEngine {
    /// Whether a transaction is open. A failure may have ended it.
    var isInTransaction: Bool { get }

    /// Whether the search index is in this database.
    var holdsSearchIndex: Bool { get }

    /// Damage that the database finds in itself.
    func findings(_ db: SQLConnection) throws -> [String]

    /// Whether the database has a table of this name.
    func hasTable(_ name: String, _ db: SQLConnection) throws -> Bool

    /// The number of triggers that keep the audit log append-only.
    func auditTriggers(_ db: SQLConnection) throws -> Int

    /// Hands each row to `each` until that returns false. A row is valid only within `each`.
    /// - Parameters:
    ///   - sql: one statement, `?` for values.
    ///   - isKept: whether the compiled statement is worth keeping.
    /// - Returns: the number of rows that the statement changed.
    func rows(_ sql: String, _ values: [SQLValue], isKept: Bool, each: (Row) throws -> Bool) throws -> Int

    /// Runs a statement without a result.
    func send(_ sql: String, _ values: [SQLValue]) throws
}

/// The failures of an engine that the store distinguishes.
enum EngineFault: Error {
    /// A row holds a value that the schema forbids.
    case corrupt(String)
    /// A statement of this transaction was compiled for a table that has more columns now. It can be run again from the start.
    case tableChanged
    /// The engine ended the transaction, as SQLite does when its disk is full.
    case transactionEnded
}
