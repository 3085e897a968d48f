import NIOCore
import NoteItCore

/// A request that waits for the first change that its reader may see. Confined to its event loop.
final class LongPoll: Subscriber {
    let caller: Caller
    let interest: Interest
    let position: LogPosition
    private let shard: LiveShard
    private var promise: EventLoopPromise<Void>?

    private init(
        _ caller: Caller, _ interest: Interest, at position: LogPosition, shard: LiveShard, promise: EventLoopPromise<Void>
    ) {
        (self.caller, self.interest, self.position) = (caller, interest, position)
        (self.shard, self.promise) = (shard, promise)
    }

    /// Returns when the log has a change after `position` for the reader, the session ends, the server stops, the client goes
    /// away, or `wait` is over.
    /// - Returns: whether the client is still there.
    static func news(
        for caller: Caller, _ interest: Interest, after position: LogPosition, within wait: TimeAmount, hub: LiveHub,
        on channel: any Channel
    ) async throws -> Bool {
        let eventLoop = channel.eventLoop
        let watch = try await ClientWatch.begin(on: channel)
        defer { watch.end() }
        try await eventLoop.flatSubmit {
            guard let shard = hub.shard(of: eventLoop), !shard.isClosed else { return eventLoop.makeSucceededVoidFuture() }
            let promise = eventLoop.makePromise(of: Void.self)
            let poll = LongPoll(caller, interest, at: position, shard: shard, promise: promise)
            shard.open(poll)
            hub.count(.longPoll, 1)
            if !shard.join(poll) || watch.isGone { poll.over() }
            let bound = NIOLoopBound(poll, eventLoop: eventLoop)
            watch.onGone = { bound.value.over() }
            let timeout = eventLoop.scheduleTask(in: wait) { bound.value.over() }
            return promise.futureResult.always { _ in
                timeout.cancel()
                hub.count(.longPoll, -1)
            }
        }.get()
        return !watch.isGone
    }

    private func over() {
        guard let promise else { return }
        self.promise = nil
        shard.close(self)
        promise.succeed()
    }

    func receive(_ encoded: EncodedMessage, at position: LogPosition, after empty: MessageRun) -> Bool { true }
    func catchUp() { over() }
    func flush() { over() }
    func keepAlive(_ at: EncodedMessage) {}
    func end(_ reason: EndReason) { over() }
}
