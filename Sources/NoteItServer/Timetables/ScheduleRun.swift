import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore
import Planning
import Synchronization

/// One search for timetables that a client waits for.
struct ScheduleRun: Sendable {
    let plan: SchedulePlan
    let place: PlanningPool.Place
    let pool: PlanningPool
    let channel: any Channel

    /// How often a stream says how far the search is.
    private static let pace = Duration.milliseconds(250)

    /// Throws `CancellationError` if the client goes away.
    func answer(tell: (@Sendable (SearchProgress, Duration) -> Void)? = nil) async throws -> ScheduleAnswer {
        let watch = try await ClientWatch.begin(on: channel)
        defer { watch.end() }
        return try await pool.run(in: place, within: plan.limit, until: { watch.isGone }, tell: tell) {
            plan.answer(budget: $0)
        }
    }

    /// Server-sent events: `progress` at once and every quarter of a second, then `result`, or `problem` if the server stops.
    var stream: Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store", .accelBuffering: "no"],
            body: ResponseBody { writer in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    let (frames, feed) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(2))
                    group.addTask { try await self.search(into: feed) }
                    for await frame in frames { try await writer.write(ByteBuffer(string: frame)) }
                    try await group.waitForAll()
                }
                try await writer.finish(nil)
            })
    }

    /// The last frame is the result; frames that nobody has taken yet give way to newer ones.
    private func search(into feed: AsyncStream<String>.Continuation) async throws {
        defer { feed.finish() }
        let latest = Latest()
        let ticker = Task {
            while !Task.isCancelled {
                feed.yield(try Self.frame("progress", latest.value))
                try await Task.sleep(for: Self.pace)
            }
        }
        defer { ticker.cancel() }
        let end: String
        do {
            let answer = try await answer { latest.value = ScheduleProgress($0, after: $1) }
            end = try Self.frame("result", answer)
        } catch let error as CancellationError {
            guard let problem = Problem(error) else { throw error }
            end = try Self.frame("problem", problem)
        }
        ticker.cancel()
        _ = await ticker.result
        feed.yield(end)
    }

    private static func frame(_ event: String, _ value: some Encodable) throws -> String {
        "event: \(event)\ndata: \(try JSONCoding.string(value))\n\n"
    }

    /// What the worker said last.
    private final class Latest: Sendable {
        private let progress = Mutex(ScheduleProgress(phase: .waiting))

        var value: ScheduleProgress {
            get { progress.withLock { $0 } }
            set { progress.withLock { $0 = newValue } }
        }
    }
}

extension ScheduleProgress {
    fileprivate init(_ far: SearchProgress, after time: Duration) {
        self.init(
            phase: Phase(rawValue: far.phase.rawValue) ?? .ranking, steps: far.steps,
            millis: Int(time / .milliseconds(1)), best: far.best, bound: far.bound)
    }
}

extension Request {
    /// Whether an `Accept` header names this media type itself.
    func accepts(_ media: String) -> Bool {
        headers[values: .accept].joined(separator: ",").split(separator: ",").contains { range in
            range.split(separator: ";").first?.trimmingPrefix { $0 == " " }.lowercased() == media
        }
    }
}
