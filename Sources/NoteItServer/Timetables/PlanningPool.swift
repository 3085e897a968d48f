import NoteItCore
import Planning
import Synchronization

/// Runs searches for timetables on few threads of its own, below the priority of requests, so that posts stay fast.
final class PlanningPool: Sendable {
    private let workers: Workers<Account.ID>
    /// How many may wait or run, and of them one person's; more are turned away.
    private let capacity: Int
    private let capacityOfOne: Int
    /// And one person's once half of all places are taken, so that a few people do not fill the other half.
    private static let capacityOfOneInACrowd = 2
    private let load = Mutex<[Account.ID: Int]>([:])
    private let running = Atomic(0)

    /// - Parameter workers: how many searches run at a time.
    init(workers: Int = 2, capacity: Int = 64, capacityOfOne: Int = 16) {
        (self.capacity, self.capacityOfOne) = (capacity, capacityOfOne)
        // At 10 a thread gets a tenth of what a thread of requests gets beside it.
        self.workers = Workers(workers, niceness: 10)
    }

    func register(in metrics: Metrics) {
        metrics.addGauge("noteit_planning_searches", help: "Searches for timetables, waiting and running.") { [weak self] in
            Double(self?.load.withLock { $0.values.reduce(0, +) } ?? 0)
        }
        metrics.addGauge("noteit_planning_running", help: "Searches for timetables at work.") { [weak self] in
            Double(self?.running.load(ordering: .relaxed) ?? 0)
        }
    }

    /// A search's place among those that wait and run. It is given back when the last reference goes.
    final class Place: Sendable {
        fileprivate let pool: PlanningPool
        fileprivate let person: Account.ID

        fileprivate init(_ pool: PlanningPool, _ person: Account.ID) { (self.pool, self.person) = (pool, person) }

        deinit { pool.leave(person) }
    }

    /// Throws `.unavailable` if too many searches wait, `.tooMany` if too many of this person's do.
    func enter(_ person: Account.ID) throws -> Place {
        try load.withLock { load in
            let (own, all) = (load[person, default: 0], load.values.reduce(0, +))
            guard own < (all < capacity / 2 ? capacityOfOne : min(capacityOfOne, Self.capacityOfOneInACrowd)) else {
                throw DomainError.tooMany("\(own) of your searches for timetables are under way. Wait for one.", retryAfter: 5)
            }
            guard all < capacity else {
                throw DomainError.unavailable(
                    "Too many timetables are searched for at this moment. Try again in a few seconds.")
            }
            load[person, default: 0] += 1
        }
        return Place(self, person)
    }

    private func leave(_ person: Account.ID) {
        load.withLock { $0.countDown(person) }
    }

    /// - Parameters: `limit`: counted from the start of the work; `gone`: asked now and then, ends the work; `tell`: how
    ///   far it is, and since when; called on the worker's thread.
    /// Throws `CancellationError` if the task was cancelled or the client went away.
    func run<Value: Sendable>(
        in place: Place, within limit: Duration, until gone: @escaping @Sendable () -> Bool,
        tell: (@Sendable (SearchProgress, Duration) -> Void)? = nil,
        _ work: @escaping @Sendable (SearchBudget) -> Value
    ) async throws -> Value {
        defer { withExtendedLifetime(place) {} }
        let stop = Stop()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                workers.add(for: place.person) { [self] in
                    let start = ContinuousClock.now
                    let isStopped = { @Sendable in stop.isSet || gone() }
                    if isStopped() { return continuation.resume(throwing: CancellationError()) }
                    running.add(1, ordering: .relaxed)
                    let report = tell.map { tell in { @Sendable (far: SearchProgress) in tell(far, .now - start) } }
                    let value = work(SearchBudget(tell: report) { isStopped() || ContinuousClock.now >= start + limit })
                    running.subtract(1, ordering: .relaxed)
                    continuation.resume(with: isStopped() ? .failure(CancellationError()) : .success(value))
                }
            }
        } onCancel: {
            stop.set()
        }
    }

    private final class Stop: Sendable {
        private let flag = Atomic(false)
        var isSet: Bool { flag.load(ordering: .relaxed) }
        func set() { flag.store(true, ordering: .relaxed) }
    }
}
