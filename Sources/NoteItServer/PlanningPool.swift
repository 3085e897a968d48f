import Dispatch
import NIOCore
import NoteItCore
import Planning
import Synchronization

/// Runs searches for timetables on few threads of its own, below the priority of requests, so that posts stay fast.
final class PlanningPool: Sendable {
    /// Serial queues: each runs one search at a time.
    private let lanes: [DispatchQueue]
    /// How many may wait or run; more are turned away.
    private let capacity: Int
    private let load = Mutex((jobs: 0, turn: 0))

    init(lanes: Int = 2, capacity: Int = 64) {
        self.lanes = (1...lanes).map { DispatchQueue(label: "noteit.planning.\($0)", qos: .utility) }
        self.capacity = capacity
    }

    /// - Parameters: `limit`: counted from the start of the work; `gone`: asked now and then, ends the work.
    /// Throws `.unavailable` if too many wait, `CancellationError` if the task was cancelled or the client went away.
    func run<Value: Sendable>(
        within limit: Duration, until gone: @escaping @Sendable () -> Bool, _ work: @escaping @Sendable (SearchBudget) -> Value
    ) async throws -> Value {
        let lane = try enter()
        defer { load.withLock { $0.jobs -= 1 } }
        let stop = Stop()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                lane.async {
                    let deadline = ContinuousClock.now + limit
                    let isStopped = { @Sendable in stop.isSet || gone() }
                    if isStopped() { return continuation.resume(throwing: CancellationError()) }
                    let value = work(SearchBudget { isStopped() || ContinuousClock.now >= deadline })
                    continuation.resume(with: isStopped() ? .failure(CancellationError()) : .success(value))
                }
            }
        } onCancel: {
            stop.set()
        }
    }

    private func enter() throws -> DispatchQueue {
        try load.withLock { load in
            guard load.jobs < capacity else {
                throw DomainError.unavailable(
                    "Too many timetables are searched for at this moment. Try again in a few seconds.")
            }
            load.jobs += 1
            load.turn = (load.turn + 1) % lanes.count
            return lanes[load.turn]
        }
    }

    private final class Stop: Sendable {
        private let flag = Atomic(false)
        var isSet: Bool { flag.load(ordering: .relaxed) }
        func set() { flag.store(true, ordering: .relaxed) }
    }
}

/// Notices that a client closes its side of the connection while its request is answered.
final class ClientWatch: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = NIOAny

    private let flag = Atomic(false)
    private let channel: any Channel

    private init(_ channel: any Channel) { self.channel = channel }

    /// Must be ended with `end()`, so that the connection carries one watch at most.
    static func begin(on channel: any Channel) async throws -> ClientWatch {
        let watch = ClientWatch(channel)
        try await channel.pipeline.addHandler(watch, position: .first)
        return watch
    }

    var isGone: Bool { flag.load(ordering: .relaxed) }

    func end() { channel.pipeline.removeHandler(self, promise: nil) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { flag.store(true, ordering: .relaxed) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        flag.store(true, ordering: .relaxed)
        context.fireChannelInactive()
    }
}
