/// The store: SQL and transactions behind the protocols of NoteItCore. Begin here, then open a noun: its folder has `...Store`, the
/// methods that the server asks, and `...Row`, what stands in its table. Methods see a `Transaction`, an `SQLConnection` and a `Row`
/// (`Connection`); SQL is written once, and what SQLite and PostgreSQL do differently is in `Engines` alone. `Log` appends what
/// changed, `Sync` tells each reader what they may see of it. Below all nouns are `People`, the rows of accounts, `Audit`, and
/// `Contents`, the files on the disk. docs/store.md has the promises.
import Foundation
import NoteItCore

/// The store in an SQL database and a folder of attachments. An acknowledged write survives `kill -9` and power loss. Reads
/// run in parallel with the one writer. Several processes may have the database open.
public final class SQLStore: Store {
    let engine: any StoreEngine
    let writer: CommitQueue
    let files: AttachmentFiles
    let copies: FileCopies
    let storage = StorageWatch()
    private let clock: @Sendable () -> Date
    private let writeClock: WriteClock

    /// - Parameters:
    ///   - newest: the offset of the log's newest row, and the time at which it was written; no time if the log is empty.
    ///   - copies: the most bytes of `files` if these are copies.
    ///   - clock: returns the current time.
    init(
        _ engine: any StoreEngine, newest: NewestRow, files: AttachmentFiles, copies: Int = .max,
        clock: @escaping @Sendable () -> Date
    ) {
        self.engine = engine
        self.files = files
        self.copies = FileCopies(most: copies)
        self.clock = clock
        writeClock = WriteClock(clock, newest: newest.writtenAt)
        writer = CommitQueue(engine, clock: writeClock, newest: newest)
    }

    /// Closes the database after the pending writes. Later calls throw.
    public func close() throws { try engine.close() }

    /// The current time in whole seconds, the precision of all stored times.
    var now: Date { clock().wholeSeconds }

    /// One read transaction.
    func read<Value: Sendable>(_ body: @escaping @Sendable (SQLConnection) throws -> Value) async throws -> Value {
        do {
            return try await engine.read(body)
        } catch {
            throw engine.domainError(error)
        }
    }

    /// One read transaction that finds a few rows by their keys.
    func lookUp<Value: Sendable>(_ body: @escaping @Sendable (SQLConnection) throws -> Value) async throws -> Value {
        do {
            return try await engine.lookUp(body)
        } catch {
            throw engine.domainError(error)
        }
    }

    /// One atomic write. Returns after the commit, which it may share with other writes.
    func commit<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        do {
            // The time is read when the write's turn comes, so that the times of log rows have their order.
            let value = try await writer.commit { [writeClock] in try body(Transaction(db: $0, now: writeClock.next())) }
            storage.stored()
            return value
        } catch {
            if let why = engine.storageFault(error) { storage.refused(why) }
            throw engine.domainError(error)
        }
    }

    /// The number of commits, and of the writes that they carried.
    public var commitCounts: CommitCounts { writer.counts }

    public var isFenced: Bool { engine.isFenced }

    public func onSignal(_ tell: @escaping @Sendable (StoreSignal) -> Void) { engine.onSignal(tell) }

    public func onCommit(_ listener: @escaping @Sendable (Commit) -> Void) { writer.onCommit(listener) }
}
