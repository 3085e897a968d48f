import Foundation
import Logging
import NIOCore
import NoteItCore
import ServiceLifecycle
import Synchronization

/// Follows the log and delivers each new row to everyone who may see it: reads it once, encodes it once, hops once to each event
/// loop. One per process. Pushes only committed rows.
final class LiveHub: Service {
    /// The numbers that `/metrics` reads.
    private struct Counts {
        var streams: [Transport: Int] = [:]
        var behind = 0
        var fellBehind = 0
        var head: Int64 = 0
    }

    private static let page = 500
    /// The longest time until rows of another process are found.
    private static let patience = Duration.milliseconds(250)
    /// If rows were committed during a delivery, the tailer rests as long as it took, at most this long, so that more rows go out
    /// together, and requests are served. If none were, the next row need not wait.
    private static let rest = Duration.milliseconds(10)
    /// After a shorter delivery the tailer does not rest.
    private static let short = Duration.milliseconds(2)
    /// Each second a share of the streams gets a keep-alive, and each stream one in `keepAliveTurns` seconds: ten thousand at
    /// once would delay everyone else.
    private static let keepAlive = TimeAmount.seconds(1)
    private static let keepAliveTurns = 25

    private let store: any Store
    private let eventLoops: any EventLoopGroup
    private let revoked: RevokedSessions
    private let pages: PageCache
    private let logger: Logger
    private let now: @Sendable () -> Date
    private let counts = Mutex(Counts())
    /// The newest rows that the tailer has read; nil until `prepare`.
    private let recent = Mutex<RecentLog?>(nil)
    private let writeToLastReader = Histogram(
        "noteit_write_to_last_reader_seconds", help: "Time from a commit until its rows were written to the last socket.",
        bounds: Histogram.seconds)
    private let otherWriteToLastReader = Histogram(
        "noteit_other_write_to_last_reader_seconds",
        help: "Time from a commit of another process until its rows were written to the last socket.", bounds: Histogram.seconds
    )
    /// Whether the server stops: long polls then answer at once.
    let isClosing = Atomic(false)
    private let shards = Mutex<[ObjectIdentifier: NIOLoopBound<LiveShard>]>([:])
    /// The time of the oldest commit that the tailer has not read yet.
    private let committed = Mutex<ContinuousClock.Instant?>(nil)
    /// The same for commits of other processes, by their clocks.
    private let committedElsewhere = Mutex<Date?>(nil)
    private let bell = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// - Parameters:
    ///   - revoked: hears of ended sessions before their streams end.
    ///   - pages: hears of each change.
    init(
        store: any Store, eventLoops: any EventLoopGroup, revoked: RevokedSessions, pages: PageCache, logger: Logger,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.store, self.eventLoops, self.revoked) = (store, eventLoops, revoked)
        (self.pages, self.logger, self.now) = (pages, logger, now)
    }

    func register(in metrics: Metrics) {
        for transport in Transport.allCases {
            metrics.addGauge("noteit_streams_\(transport.name)", help: "Open streams of this transport.") { [weak self] in
                Double(self?.counts.withLock { $0.streams[transport] ?? 0 } ?? 0)
            }
        }
        metrics.addGauge("noteit_streams_behind", help: "Open streams that still pull missed changes.") { [weak self] in
            Double(self?.counts.withLock(\.behind) ?? 0)
        }
        metrics.register(writeToLastReader)
        metrics.register(otherWriteToLastReader)
        metrics.addGauge("noteit_stream_stalls", help: "How often a listener's socket was full.") { [weak self] in
            Double(self?.counts.withLock(\.fellBehind) ?? 0)
        }
        metrics.addGauge("noteit_live_head", help: "Offset of the newest row that streams were offered.") { [weak self] in
            Double(self?.counts.withLock(\.head) ?? 0)
        }
    }

    /// Makes the shards, at the present head. Await it before the server accepts connections.
    func prepare() async throws {
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
        store.onSignal { [weak self] signal in self?.heard(signal) }
    }

    private func heard(_ signal: StoreSignal) {
        switch signal {
        case .grown(let at):
            if let at { committedElsewhere.withLock { $0 = $0 ?? at } }
            bell.continuation.yield()
        case .fenced(let why):
            logger.error("The database takes no commits; requests are answered with 503. \(why)")
            pages.restart()
            toEachShard { $0.endAll() }
        case .unfenced:
            logger.notice("The database takes commits again.")
            bell.continuation.yield()
        }
    }

    /// The newest rows of the log.
    private func readRecent(to head: LogHead) async throws -> RecentLog {
        let start = max(head.pruned, head.offset - Int64(RecentLog.rows))
        var recent = RecentLog(at: LogCursor(epoch: head.epoch, offset: start))
        while recent.end.offset < head.offset {
            let batch = try await store.entries(after: recent.end.position, limit: Self.page)
            guard batch.end > recent.end.position, batch.head.epoch == head.epoch else { break }
            recent.append(FrameBatch(batch))
        }
        return recent
    }

    /// Follows the log until the process stops.
    func run() async throws {
        let bell = bell
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask {
                    while (try? await Task.sleep(for: Self.patience)) != nil { bell.continuation.yield() }
                }
                for await _ in bell.stream {
                    let began = ContinuousClock.now
                    await self.follow()
                    let took = .now - began
                    if took > Self.short, self.hasUnread { try? await Task.sleep(for: min(took, Self.rest)) }
                }
                group.cancelAll()
            }
        }
    }

    /// Ends every stream and every long poll, since the server stops.
    func close() {
        isClosing.store(true, ordering: .relaxed)
        toEachShard { $0.close() }
    }

    /// Whether this process committed rows that were not read yet.
    private var hasUnread: Bool { committed.withLock { $0 != nil } }

    /// Reads the log to its end.
    private func follow() async {
        guard var at = recent.withLock({ $0?.end }) else { return }
        do {
            while true {
                let (since, sinceElsewhere) = (committed.withLock { $0.take() }, committedElsewhere.withLock { $0.take() })
                let asked = ContinuousClock.now
                let batch = try await store.entries(after: at.position, limit: Self.page)
                guard batch.head.epoch == at.epoch, batch.head.offset >= at.offset else {
                    let restart = batch.head.cursor
                    at = restart
                    recent.withLock { $0 = RecentLog(at: restart) }
                    pages.restart()
                    toEachShard { $0.restart(at: restart) }
                    try await revoked.reload(from: store)
                    break
                }
                guard batch.end > at.position else {
                    revoked.confirm(asked)
                    break
                }
                at = LogCursor(epoch: at.epoch, batch.end)
                await publish(batch, readAt: asked)
                if let since { writeToLastReader.observe(.now - since) }
                if let sinceElsewhere { otherWriteToLastReader.observe(max(0, -sinceElsewhere.timeIntervalSinceNow)) }
                if at.position >= batch.head.position { break }
            }
        } catch is CancellationError {
            // The server stops.
        } catch  where store.isFenced {
            // That was told.
        } catch {
            logger.error("Could not read the log; live delivery waits", metadata: ["error": "\(error)"])
        }
        counts.withLock { $0.head = at.offset }
    }

    /// Returns when each event loop has delivered the batch, so that rows are read no faster than they go out.
    private func publish(_ batch: LogBatch, readAt time: ContinuousClock.Instant) async {
        let signedOut = batch.entries.filter { $0.change == .signedOut }.compactMap { Session.ID($0.plain.subject) }
        revoked.insert(signedOut)
        if batch.end >= batch.head.position { revoked.confirm(time) }
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

    /// Whether a reader can catch up from memory.
    func covers(_ cursor: LogCursor, for account: Account.ID) -> Bool {
        recent.withLock { $0?.covers(cursor, for: account) ?? false }
    }

    /// A reader's next page after `cursor`, from memory if that covers it.
    func page(after cursor: LogCursor, for caller: Caller) async -> Result<CatchUp, any Error> {
        do {
            if let page = try await recentPage(after: cursor, limit: Self.page, for: caller) { return .success(page) }
            return .success(
                CatchUp(
                    try await store.changes(
                        after: cursor, limit: Self.page, by: caller.account, only: caller.token?.course)))
        } catch {
            return .failure(error)
        }
    }

    /// The changes after a cursor from memory alone; nil if memory does not cover them.
    func recentPage(after cursor: LogCursor, limit: Int, for caller: Caller) async throws -> CatchUp? {
        let account = caller.account
        guard covers(cursor, for: account) else { return nil }
        let (interest, head) = try await store.interest(of: account, only: caller.token?.course)
        // Memory equals the log only if the tailer has read as far.
        guard let recent = recent.withLock(\.self), recent.end == head.cursor, recent.covers(cursor, for: account) else {
            return nil
        }
        return recent.page(after: cursor.position, limit: limit, for: interest)
    }

    /// Whether the token of a script has come to its end.
    func hasExpired(_ token: TokenGrant) -> Bool { token.until <= now() }

    func hasEnded(_ session: Session.ID) -> Bool { revoked.contains(session) }

    func count(_ transport: Transport, _ difference: Int) {
        counts.withLock { $0.streams[transport, default: 0] += difference }
    }

    func countBehind(_ difference: Int) { counts.withLock { $0.behind += difference } }

    func fellBehind() { counts.withLock { $0.fellBehind += 1 } }
}

extension LogBatch {
    /// The courses in which something changed.
    fileprivate var courses: Set<Course.ID> {
        Set(entries.lazy.flatMap { [$0.audience?.course, $0.plain.course].compactMap(\.self) + $0.heard.compactMap(\.course) })
    }
}

extension FrameBatch {
    init(_ batch: LogBatch) {
        var (found, newer): ([LogFrame], [LogEntry.Key: [LogEntry]]) = ([], [:])
        for entry in batch.entries.reversed() where entry.change == .changed {
            let later = newer[entry.key, default: []]
            guard !later.contains(where: entry.isReplaced(by:)) else { continue }
            found.append(LogFrame(entry, before: later, epoch: batch.head.epoch))
            newer[entry.key] = later + [entry]
        }
        frames = found.reversed()
        end = LogCursor(epoch: batch.head.epoch, batch.end)
        moved = Set(batch.entries.lazy.filter(\.change.moves).flatMap { $0.heard.compactMap(\.account) })
    }
}
