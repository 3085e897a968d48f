import Dispatch
import GRDB
import NoteItCore
import Synchronization

/// How many commits were made, and how many writes they carried.
public struct CommitCounts: Sendable, Equatable {
    public var commits = 0
    public var writes = 0
    /// Of the newest commit.
    public var lastBatch = 0
}

/// Lets concurrent writes share a commit: one drain takes what is waiting, runs each write in its own savepoint,
/// commits once, then answers each. A lone write starts its drain at once and waits for nobody.
final class CommitQueue: Sendable {
    /// A write that waits: `run` keeps its result, `answer` gives it out once the commit is known.
    private struct Job: Sendable {
        let run: @Sendable (Database) -> Void
        let answer: @Sendable (_ commitFailure: (any Error)?) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        var draining = false
        var counts = CommitCounts()
        /// Of the log, at the last commit of this process.
        var head: Int64
        var bells: [@Sendable (Commit) -> Void] = []
    }

    /// More than this wait for the next commit, so that the first of a storm is not answered last.
    private static let largestBatch = 256

    private let pool: DatabasePool
    private let queue = DispatchQueue(label: "noteit.commit", qos: .userInitiated)
    private let state: Mutex<State>

    /// - Parameter head: offset of the log's newest row.
    init(_ pool: DatabasePool, head: Int64) {
        self.pool = pool
        state = Mutex(State(head: head))
    }

    var counts: CommitCounts { state.withLock(\.counts) }

    func onCommit(_ ring: @escaping @Sendable (Commit) -> Void) { state.withLock { $0.bells.append(ring) } }

    func commit<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let box = ResultBox<Value>()
            enqueue(
                Job(
                    run: { db in box.set(Result { try Self.inSavepoint(db, body) }) },
                    answer: { failure in
                        if let failure { return continuation.resume(throwing: failure) }
                        continuation.resume(with: box.get() ?? .failure(CancellationError()))
                    }))
        }
    }

    private static func inSavepoint<Value>(_ db: Database, _ body: (Database) throws -> Value) throws -> Value {
        try db.run("SAVEPOINT job")
        do {
            let value = try body(db)
            try db.run("RELEASE job")
            return value
        } catch {
            if db.isInsideTransaction {
                try db.run("ROLLBACK TO job")
                try db.run("RELEASE job")
            }
            throw error
        }
    }

    private func enqueue(_ job: Job) {
        let starts = state.withLock { state in
            state.waiting.append(job)
            defer { state.draining = true }
            return !state.draining
        }
        if starts { queue.async { self.drain() } }
    }

    private func drain() {
        while let batch = nextBatch() {
            let outcome = perform(batch)
            let bells = state.withLock { state in
                state.counts.commits += 1
                state.counts.writes += batch.count
                state.counts.lastBatch = batch.count
                if case .success(let commit) = outcome { state.head = commit.head }
                return state.bells
            }
            switch outcome {
            case .success(let commit):
                for ring in bells { ring(commit) }
                for job in batch { job.answer(nil) }
            case .failure(let failure):
                for job in batch { job.answer(failure) }
            }
        }
    }

    private func nextBatch() -> [Job]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.draining = false
                return nil
            }
            let batch = Array(state.waiting.prefix(Self.largestBatch))
            state.waiting.removeFirst(batch.count)
            return batch
        }
    }

    /// Returns what was committed, or why nothing of the batch was.
    private func perform(_ batch: [Job]) -> Result<Commit, any Error> {
        Result {
            try pool.writeWithoutTransaction { db in
                try db.beginTransaction(.immediate)
                do {
                    for job in batch {
                        job.run(db)
                        // A full disk makes SQLite roll the whole transaction back, not the savepoint alone.
                        guard db.isInsideTransaction else { throw DatabaseError(resultCode: .SQLITE_FULL) }
                    }
                    let head = try LogRow.head(db).head
                    let (courses, moved) = try LogRow.courses(after: state.withLock(\.head), db)
                    let start = ContinuousClock.now
                    try db.commit()
                    return Commit(
                        writes: batch.count, took: ContinuousClock.now - start, head: head, courses: courses, moved: moved)
                } catch {
                    if db.isInsideTransaction { try db.rollback() }
                    throw error
                }
            }
        }
    }
}

/// Holds a result between the run of a write and its answer.
private final class ResultBox<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)

    func set(_ value: Result<Value, any Error>) { result.withLock { $0 = value } }

    func get() -> Result<Value, any Error>? { result.withLock(\.self) }
}
