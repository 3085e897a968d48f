import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore
import Planning
import Synchronization

/// One search for timetables that a client waits for.
struct TimetableRun: Sendable {
    let problem: TimetableProblem
    let permit: PlanningPool.SearchPermit
    let pool: PlanningPool
    let channel: any Channel

    /// Between two progress events.
    private static let pace = Duration.milliseconds(250)

    /// Throws `CancellationError` if the client goes away.
    func answer(tell: (@Sendable (SearchProgress, Duration) -> Void)? = nil) async throws -> TimetableAnswer {
        let watch = try await ClientWatch.begin(on: channel)
        defer { watch.end() }
        return try await pool.run(with: permit, within: problem.limit, until: { watch.isGone }, tell: tell) {
            problem.answer(budget: $0)
        }
    }

    /// Server-sent events: `progress` at once and every quarter of a second, then `result`, or `problem` if the server stops.
    var stream: Response {
        Response(
            status: .ok, headers: .eventStream,
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

    /// The last frame is the result. A newer frame replaces one that was not sent yet.
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
            let answer = try await answer { latest.value = TimetableProgress($0, after: $1) }
            end = try Self.frame("result", answer)
        } catch let error as CancellationError {
            guard let refusal = Problem(error) else { throw error }
            end = try Self.frame("problem", refusal)
        }
        ticker.cancel()
        _ = await ticker.result
        feed.yield(end)
    }

    private static func frame(_ event: String, _ value: some Encodable) throws -> String {
        "event: \(event)\ndata: \(try JSONCoding.string(value))\n\n"
    }

    /// The worker's newest progress.
    private final class Latest: Sendable {
        private let progress = Mutex(TimetableProgress(phase: .waiting))

        var value: TimetableProgress {
            get { progress.withLock { $0 } }
            set { progress.withLock { $0 = newValue } }
        }
    }
}

extension TimetableProgress {
    fileprivate init(_ progress: SearchProgress, after time: Duration) {
        self.init(
            phase: Phase(rawValue: progress.phase.rawValue) ?? .ranking, steps: progress.steps,
            millis: Int(time / .milliseconds(1)), best: progress.best, bound: progress.bound)
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
