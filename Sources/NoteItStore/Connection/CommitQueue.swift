import Dispatch
import NoteItCore
import Synchronization

/// The number of commits, and of the writes that they carried.
public struct CommitCounts: Sendable, Equatable {
    public var commits = 0
    public var writes = 0
}

/// Lets concurrent writes share a commit: a drain takes the waiting writes, runs each in its own savepoint, commits once, and
/// then answers each. A lone write starts its drain immediately.
final class CommitQueue: Sendable {
    /// A waiting write: `run` stores its result, and `answer` returns it once the outcome of the commit is known.
    private struct Job: Sendable {
        let run: @Sendable (SQLConnection) -> Void
        let answer: @Sendable (_ commitFailure: (any Error)?) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        var draining = false
        var counts = CommitCounts()
        /// The head of the log at the last commit of this process.
        var head: Int64
        var listeners: [@Sendable (Commit) -> Void] = []
    }

    private let engine: any StoreEngine
    private let clock: WriteClock
    private let queue = DispatchQueue(label: "noteit.commit", qos: .userInitiated)
    private let state: Mutex<State>

    /// - Parameter newest: the log's newest row.
    init(_ engine: any StoreEngine, clock: WriteClock, newest: NewestRow) {
        (self.engine, self.clock) = (engine, clock)
        state = Mutex(State(head: newest.offset))
    }

    var counts: CommitCounts { state.withLock(\.counts) }

    func onCommit(_ listener: @escaping @Sendable (Commit) -> Void) { state.withLock { $0.listeners.append(listener) } }

    func commit<Value: Sendable>(_ body: @escaping @Sendable (SQLConnection) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let box = ResultBox<Value>()
            let job = Job(
                run: { db in box.set(Result { try Self.again(db, body) }) },
                answer: { failure in
                    if let failure { return continuation.resume(throwing: failure) }
                    continuation.resume(with: box.get() ?? .failure(CancellationError()))
                })
            enqueue(job)
        }
    }

    private static func again<Value>(_ db: SQLConnection, _ body: (SQLConnection) throws -> Value) throws -> Value {
        do {
            return try inSavepoint(db, body)
        } catch EngineFault.tableChanged {
            return try inSavepoint(db, body)
        }
    }

    private static func inSavepoint<Value>(_ db: SQLConnection, _ body: (SQLConnection) throws -> Value) throws -> Value {
        let counted = db.counters.values
        try db.send("SAVEPOINT job")
        do {
            let value = try body(db)
            try db.send("RELEASE job")
            return value
        } catch {
            if db.engine.isInTransaction {
                try db.send("ROLLBACK TO job")
                try db.send("RELEASE job")
                db.counters.values = counted
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
            let listeners = state.withLock { state in
                state.counts.commits += 1
                state.counts.writes += batch.count
                if case .success(let commit) = outcome { state.head = commit.head }
                return state.listeners
            }
            switch outcome {
            case .success(let commit):
                for listener in listeners { listener(commit) }
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
            let batch = Array(state.waiting.prefix(engine.largestBatch))
            state.waiting.removeFirst(batch.count)
            return batch
        }
    }

    /// Commits the batch. Returns the commit, or the error for which nothing was committed.
    private func perform(_ batch: [Job]) -> Result<Commit, any Error> {
        Result {
            var commit = Commit(writes: batch.count, took: .zero, head: 0, courses: [], moved: false)
            commit.took = try engine.write { db, newest in
                if let time = newest?.writtenAt { clock.follow(time) }
                db.counters.begin(at: newest?.offset)
                for job in batch {
                    job.run(db)
                    guard db.engine.isInTransaction else { throw EngineFault.transactionEnded }
                }
                commit.head = try db.storeCounters()
                // After a failover the log may end before what this process has seen.
                let known = min(state.withLock(\.head), newest?.offset ?? .max)
                (commit.courses, commit.moved) = try LogRow.courses(after: known, db)
            }
            return commit
        }
    }
}

/// The result of a write, between its run and its answer.
private final class ResultBox<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)

    func set(_ value: Result<Value, any Error>) { result.withLock { $0 = value } }

    func get() -> Result<Value, any Error>? { result.withLock(\.self) }
}
