import NIOCore
import NoteItCore
import Planning
import Synchronization

/// Runs searches on a few threads of its own, below the priority of requests, so that posts stay fast. One person's searches run
/// one after the other, and each gives way to the searches of others.
final class PlanningPool: Sendable {
    /// What the pool's searches are for.
    enum Purpose: String {
        case timetables = "timetables", studyPlans = "study plans", degrees = "degrees", calendars = "calendars"

        /// The first words of its metrics.
        fileprivate var metric: String {
            switch self {
            case .timetables: "noteit_planning"
            case .studyPlans: "noteit_study"
            case .degrees: "noteit_degrees"
            case .calendars: "noteit_calendars"
            }
        }
    }

    private let purpose: Purpose
    private let workers: Workers<Account.ID>
    /// Searches that wait and run.
    private let searches: Quota<Account.ID>
    private let running = Atomic(0)
    /// When all searches end because the server stops; nil while it runs.
    private let end = Mutex<ContinuousClock.Instant?>(nil)

    /// - Parameters: `workers`: searches that run at a time, one of them for others than the person with the most; `capacity`:
    ///   searches that wait and run, and `capacityPerPerson` those of one person. More are refused.
    init(_ purpose: Purpose = .timetables, workers: Int = 2, capacity: Int = 64, capacityPerPerson: Int = 16) {
        self.purpose = purpose
        searches = Quota(total: capacity, each: capacityPerPerson, eachInCrowd: 2)
        // At niceness 10 a thread gets a tenth of the time of a request's thread.
        self.workers = Workers(workers, each: max(1, workers - 1), niceness: 10)
    }

    func register(in metrics: Metrics) {
        let name = purpose.metric
        metrics.addGauge("\(name)_searches", help: "Searches for \(purpose.rawValue), waiting and running.") { [weak self] in
            Double(self?.searches.count ?? 0)
        }
        metrics.addGauge("\(name)_running", help: "Searches for \(purpose.rawValue), running.") { [weak self] in
            Double(self?.running.load(ordering: .relaxed) ?? 0)
        }
    }

    /// Lets a person's search wait and run, until the last copy goes.
    struct SearchPermit: Sendable {
        fileprivate let person: Account.ID
        fileprivate let permit: Permit
    }

    /// Throws `.unavailable` if too many searches wait, `.tooMany` if too many of them are this person's.
    func permit(for person: Account.ID) throws -> SearchPermit {
        let permit = try searches.permit(for: person) { excess in
            switch excess {
            case .each(let own):
                .tooMany(
                    "\(own) of your searches for \(purpose.rawValue) are still running. Wait until one ends.", retryAfter: 5)
            case .total: .unavailable("Too many searches for \(purpose.rawValue) are running. Try again in a few seconds.")
            }
        }
        return SearchPermit(person: person, permit: permit)
    }

    /// Ends all searches that still wait or run after a time, because the server stops.
    func stop(within time: Duration) { end.withLock { $0 = $0 ?? .now + time } }

    private var hasEnded: Bool { end.withLock { $0.map { $0 <= .now } ?? false } }

    /// Runs a search that a client waits for. Throws `.tooMany` and `.unavailable` as `permit`, and as below.
    /// - Parameter permit: nil: a new one.
    func run<Value: Sendable>(
        for person: Account.ID, with permit: SearchPermit? = nil, within limit: Duration, on channel: any Channel,
        _ work: @escaping @Sendable (SearchBudget) -> Value
    ) async throws -> Value {
        let permit = try permit ?? self.permit(for: person)
        let watch = try await ClientWatch.begin(on: channel)
        defer { watch.end() }
        return try await run(with: permit, within: limit, until: { watch.isGone }, work)
    }

    /// Throws `CancellationError` if the task was cancelled, the client went away, or the server stopped.
    /// - Parameters: `limit`: of the time that the work has its turn; `gone`: polled, ends the work; `tell`: called on the
    ///   worker's thread with the progress and the time since the start.
    func run<Value: Sendable>(
        with permit: SearchPermit, within limit: Duration, until gone: @escaping @Sendable () -> Bool,
        tell: (@Sendable (SearchProgress, Duration) -> Void)? = nil,
        _ work: @escaping @Sendable (SearchBudget) -> Value
    ) async throws -> Value {
        defer { withExtendedLifetime(permit) {} }
        let stop = Stop()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                workers.enqueue(for: permit.person) { [self] in
                    let (start, slice) = (ContinuousClock.now, Slice())
                    let isStopped = { @Sendable [self] in stop.isSet || gone() || hasEnded }
                    if isStopped() { return continuation.resume(throwing: CancellationError()) }
                    running.add(1, ordering: .relaxed)
                    let report = tell.map { tell in { @Sendable (progress: SearchProgress) in tell(progress, .now - start) } }
                    let value = work(
                        SearchBudget(tell: report) { [self] in
                            slice.giveWay { workers.giveWay(permit.person) }
                            return isStopped() || slice.worked >= limit
                        })
                    running.subtract(1, ordering: .relaxed)
                    continuation.resume(with: isStopped() ? .failure(CancellationError()) : .success(value))
                }
            }
        } onCancel: {
            stop.set()
        }
    }

    /// Runs work of the server's own, which takes its turn without a permit. Not for requests: it has no bound. Throws
    /// `CancellationError` if the server stops before.
    /// - Parameter work: takes a budget that ends with the server alone, and whose `isOver` gives way to others.
    func run<Value: Sendable>(
        for person: Account.ID, _ work: @escaping @Sendable (SearchBudget) throws -> Value
    ) async throws -> Value {
        try await workers.run(for: person) { [self] in
            if hasEnded { throw CancellationError() }
            let slice = Slice()
            let value = try work(
                SearchBudget(isOver: { [self] in
                    slice.giveWay { workers.giveWay(person) }
                    return hasEnded
                }))
            if hasEnded { throw CancellationError() }
            return value
        }
    }

    /// The time in which a search has its turn. Used by its thread alone.
    private final class Slice: Sendable {
        /// The time after which others get their turn.
        private static let length = Duration.milliseconds(10)

        private let times = Mutex((begin: ContinuousClock.now, before: Duration.zero))

        /// The time that the search worked, without the time in which others had their turn.
        var worked: Duration { times.withLock { $0.before + (.now - $0.begin) } }

        func giveWay(_ wait: () -> Void) {
            let (begin, before) = times.withLock { $0 }
            let own = ContinuousClock.now - begin
            guard own >= Self.length else { return }
            wait()
            times.withLock { $0 = (.now, before + own) }
        }
    }

    private final class Stop: Sendable {
        private let flag = Atomic(false)
        var isSet: Bool { flag.load(ordering: .relaxed) }
        func set() { flag.store(true, ordering: .relaxed) }
    }
}
