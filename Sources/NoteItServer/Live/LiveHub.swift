import Logging
import NIOCore
import NoteItCore
import ServiceLifecycle
import Synchronization

/// Follows the log and brings each new row to everyone who may see it: reads it once, encodes it once, hops once to
/// each event loop. One per process. Nothing is pushed that was not committed.
public final class LiveHub: Service {
    /// What stands in `/metrics` about live delivery.
    private struct Counts {
        var streams: [Transport: Int] = [:]
        var behind = 0
        var fellBehind = 0
        var head: Int64 = 0
    }

    private static let page = 500
    /// Rows that another process wrote are found within this time.
    private static let patience = Duration.milliseconds(250)
    /// Where rows come faster than they go out, the tailer rests for as long as a delivery took, at most this: what is committed
    /// meanwhile goes out together, and requests are served between. Else nobody waits.
    private static let rest = Duration.milliseconds(10)
    /// A delivery of so many rows says that they come faster.
    private static let crowd = 3
    /// Each stream has one keep-alive in as many seconds as there are turns: a share of them each second, so that ten thousand
    /// at once hold nobody up.
    private static let keepAlive = TimeAmount.seconds(1)
    private static let keepAliveTurns = 25

    private let store: any Store
    private let eventLoops: any EventLoopGroup
    private let revoked: RevokedSessions
    private let pages: KeptPages
    private let logger: Logger
    private let counts = Mutex(Counts())
    /// What the tailer read, up to where it stands; nil until it is prepared.
    private let recent = Mutex<RecentLog?>(nil)
    private let writeToLastReader = Histogram(
        "noteit_write_to_last_reader_seconds", help: "From a commit until its rows were written to the last socket.",
        bounds: Histogram.seconds)
    /// Whether long polls are to answer at once.
    let isClosing = Atomic(false)
    private let shards = Mutex<[ObjectIdentifier: NIOLoopBound<LiveShard>]>([:])
    /// When the oldest commit was that the tailer has not read yet.
    private let committed = Mutex<ContinuousClock.Instant?>(nil)
    private let bell = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// - Parameters:
    ///   - revoked: told of sessions that end, before their streams are.
    ///   - pages: told of what changes.
    init(store: any Store, eventLoops: any EventLoopGroup, revoked: RevokedSessions, pages: KeptPages, logger: Logger) {
        self.store = store
        self.eventLoops = eventLoops
        self.revoked = revoked
        self.pages = pages
        self.logger = logger
    }

    func register(in metrics: Metrics) {
        for transport in Transport.allCases {
            metrics.addGauge("noteit_streams_\(transport.name)", help: "Open streams of this transport.") { [weak self] in
                Double(self?.counts.withLock { $0.streams[transport] ?? 0 } ?? 0)
            }
        }
        metrics.addGauge("noteit_streams_behind", help: "Open streams that still pull what they missed.") { [weak self] in
            Double(self?.counts.withLock(\.behind) ?? 0)
        }
        metrics.add(writeToLastReader)
        metrics.addGauge("noteit_stream_stalls", help: "How often a listener's socket took no more.") { [weak self] in
            Double(self?.counts.withLock(\.fellBehind) ?? 0)
        }
        metrics.addGauge("noteit_live_head", help: "Offset of the newest row that was offered to streams.") { [weak self] in
            Double(self?.counts.withLock(\.head) ?? 0)
        }
    }

    /// Makes the shards, at the present head. To be awaited before the server accepts connections.
    public func prepare() async throws {
        let recent = try await readRecent(to: try await store.head())
        let head = recent.end
        for eventLoop in eventLoops.makeIterator() {
            let shard = try await eventLoop.submit {
                let shard = NIOLoopBound(LiveShard(head: head), eventLoop: eventLoop)
                eventLoop.scheduleRepeatedTask(initialDelay: Self.keepAlive, delay: Self.keepAlive) { _ in
                    shard.value.keepAlive(turns: Self.keepAliveTurns)
                }
                return shard
            }.get()
            shards.withLock { $0[ObjectIdentifier(eventLoop)] = shard }
        }
        counts.withLock { $0.head = head.offset }
        store.onCommit { [weak self] commit in
            guard let self else { return }
            pages.changed(commit.courses, moved: commit.moved, upTo: commit.head)
            committed.withLock { $0 = $0 ?? .now }
            bell.continuation.yield()
        }
        self.recent.withLock { $0 = recent }
    }

    /// The log's newest rows, as they stand.
    private func readRecent(to head: LogHead) async throws -> RecentLog {
        let start = max(head.pruned, head.head - Int64(RecentLog.rows))
        var recent = RecentLog(at: Cursor(epoch: head.epoch, offset: start))
        while recent.end.offset < head.head {
            let batch = try await store.entries(after: recent.end.position, limit: Self.page)
            guard batch.end > recent.end.position, batch.head.epoch == head.epoch else { break }
            recent.append(FrameBatch(batch))
        }
        return recent
    }

    /// Follows the log until the process stops.
    public func run() async throws {
        let bell = bell
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask {
                    while (try? await Task.sleep(for: Self.patience)) != nil { bell.continuation.yield() }
                }
                for await _ in bell.stream {
                    let began = ContinuousClock.now
                    guard await self.follow() >= Self.crowd else { continue }
                    try? await Task.sleep(for: min(.now - began, Self.rest))
                }
                group.cancelAll()
            }
        }
    }

    /// Ends every stream and every long poll: the server stops.
    func close() {
        isClosing.store(true, ordering: .relaxed)
        toEachShard { $0.close() }
    }

    /// Reads what is new, to the end.
    /// - Returns: how many rows that was.
    private func follow() async -> Int64 {
        guard var at = recent.withLock({ $0?.end }) else { return 0 }
        let start = at.offset
        do {
            while true {
                let since = committed.withLock { $0.take() }
                let batch = try await store.entries(after: at.position, limit: Self.page)
                guard batch.head.epoch == at.epoch else {
                    let restart = batch.head.cursor
                    at = restart
                    recent.withLock { $0 = RecentLog(at: restart) }
                    pages.restart()
                    toEachShard { $0.restart(at: restart) }
                    break
                }
                guard batch.end > at.position else { break }
                at = Cursor(epoch: at.epoch, batch.end)
                await publish(batch)
                if let since { writeToLastReader.observe(.now - since) }
                if at.position >= batch.head.position { break }
            }
        } catch is CancellationError {
            // The process stops.
        } catch {
            logger.error("The log cannot be read; live delivery waits.", metadata: ["error": "\(error)"])
        }
        counts.withLock { $0.head = at.offset }
        return at.offset - start
    }

    /// Returns when each event loop has delivered it: rows are read no faster than they go out.
    private func publish(_ batch: LogBatch) async {
        let signedOut = batch.entries.filter { $0.change == .signedOut }.compactMap { Session.ID($0.plain.subject) }
        revoked.insert(signedOut)
        let ready = FrameBatch(batch)
        pages.changed(batch.courses, moved: !ready.moved.isEmpty, upTo: ready.end.offset)
        recent.withLock { $0?.append(ready) }
        let deliveries = toEachShard { shard in
            for session in signedOut { shard.end(session: session) }
            shard.deliver(ready)
        }
        for delivery in deliveries { try? await delivery.get() }
    }

    @discardableResult
    private func toEachShard(_ action: @escaping @Sendable (LiveShard) -> Void) -> [EventLoopFuture<Void>] {
        shards.withLock { Array($0.values) }.map { shard in shard.eventLoop.submit { action(shard.value) } }
    }

    /// The shard of the event loop on which this is called.
    func shard(of eventLoop: any EventLoop) -> LiveShard? {
        shards.withLock { $0[ObjectIdentifier(eventLoop)] }?.value
    }

    /// Whether somebody who stands there can catch up from memory.
    func covers(_ cursor: Cursor, for account: Account.ID) -> Bool {
        recent.withLock { $0?.covers(cursor, for: account) ?? false }
    }

    /// What one reader has after `cursor`, from memory if it is recent, or why there is nothing.
    func page(after cursor: Cursor, for account: Account.ID) async -> Result<CatchUp, any Error> {
        do {
            if let page = try await recentPage(after: cursor, limit: Self.page, for: account) { return .success(page) }
            return .success(CatchUp(try await store.changes(after: cursor, limit: Self.page, by: account)))
        } catch {
            return .failure(error)
        }
    }

    /// The same from memory alone; nil if that does not go back so far.
    func recentPage(after cursor: Cursor, limit: Int, for account: Account.ID) async throws -> CatchUp? {
        guard covers(cursor, for: account) else { return nil }
        let (interest, head) = try await store.interest(of: account)
        // Only if the tailer has read just as far: then memory shows what the log shows at that moment.
        guard let recent = recent.withLock(\.self), recent.end == head.cursor, recent.covers(cursor, for: account) else {
            return nil
        }
        return recent.page(after: cursor.position, limit: limit, for: interest)
    }

    func hasEnded(_ session: Session.ID) -> Bool { revoked.contains(session) }

    func count(_ transport: Transport, _ difference: Int) {
        counts.withLock { $0.streams[transport, default: 0] += difference }
    }

    func countBehind(_ difference: Int) { counts.withLock { $0.behind += difference } }

    func fellBehind() { counts.withLock { $0.fellBehind += 1 } }
}

extension LogBatch {
    /// Those in which something changed.
    fileprivate var courses: Set<Course.ID> {
        Set(entries.lazy.flatMap { [$0.audience?.course, $0.plain.course].compactMap(\.self) + $0.heard.compactMap(\.course) })
    }
}

extension FrameBatch {
    init(_ batch: LogBatch) {
        frames = batch.entries.filter { $0.change != .signedOut }.map { Frame($0, epoch: batch.head.epoch) }
        end = Cursor(epoch: batch.head.epoch, batch.end)
        moved = Set(batch.entries.lazy.filter(\.change.moves).flatMap { $0.heard.compactMap(\.account) })
    }
}
