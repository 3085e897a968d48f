import NIOCore
import NIOWebSocket
import NoteItCore

/// One open stream. As the first handler of its channel's pipeline it writes encoded bytes straight to the socket, past the
/// encoders, and whole batches past the channel. Confined to the channel's event loop.
///
/// A listener first pulls the changes that it missed from the log, page by page, and joins its shard once it has caught up. When
/// the socket is full, it leaves the shard and keeps its position; when the socket is writable again, it pulls from there. So a
/// slow reader costs an integer, not a queue.
final class Listener: ChannelDuplexHandler, RemovableChannelHandler, Subscriber {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// A socket that stays full for this long is closed at the next keep-alive.
    private static let patience = TimeAmount.seconds(60)
    private static let grace = TimeAmount.seconds(20)

    private enum State {
        case starting, pulling, stalled, live, ended

        var isBehind: Bool { self == .pulling || self == .stalled }
    }

    let caller: Caller
    let transport: Transport
    private(set) var interest: Interest
    @exclusivity(unchecked) private(set) var position: LogPosition
    /// Everything up to here was written to the socket. Behind `position` while `taken` waits for the flush.
    private var written: LogPosition
    private var taken: MessageRun?
    private let epoch: String
    private let hub: LiveHub
    private let shard: LiveShard
    private let onEnd: () -> Void
    private var state = State.starting {
        didSet {
            if state.isBehind != oldValue.isBehind { hub.countBehind(state.isBehind ? 1 : -1) }
        }
    }
    private var stalledAt = NIODeadline.now()
    private var context: ChannelHandlerContext?
    private var socket: DirectSocket?
    /// Writes, by any handler, that the channel has taken and the socket has not.
    private var pending = 0

    /// - Parameters:
    ///   - cursor: the client's.
    ///   - onEnd: called once at the end of the stream.
    init(
        _ caller: Caller, _ transport: Transport, from cursor: LogCursor, hub: LiveHub, shard: LiveShard,
        onEnd: @escaping () -> Void
    ) {
        (self.caller, self.transport, self.hub) = (caller, transport, hub)
        (self.shard, self.onEnd) = (shard, onEnd)
        interest = Interest(account: caller.account, grants: [])
        position = cursor.position
        written = cursor.position
        epoch = cursor.epoch
    }

    private var cursor: LogCursor { LogCursor(epoch: epoch, position) }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        over()
        (self.context, socket) = (nil, nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        over()
        context.fireChannelInactive()
    }

    /// Writes of later handlers: pongs and close frames.
    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        context.write(data, promise: counted(promise, on: context.eventLoop))
    }

    private func counted(_ promise: EventLoopPromise<Void>?, on eventLoop: any EventLoop) -> EventLoopPromise<Void> {
        let promise = promise ?? eventLoop.makePromise()
        pending += 1
        promise.futureResult.assumeIsolated().whenComplete { _ in self.pending -= 1 }
        return promise
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable, state == .stalled { pull() }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // Before the end, after which this handler passes nothing on.
        context.fireUserInboundEventTriggered(event)
        if event is ChannelShouldQuiesceEvent { end(.shutdown) }
        // A client that closes its side has left.
        if event as? ChannelEvent == .inputClosed { context.close(promise: nil) }
    }

    /// Sends the cursor where the stream begins, and starts to pull.
    func start() {
        guard state == .starting else { return }
        state = .pulling
        hub.count(transport, 1)
        shard.open(self)
        // The session may have ended after it was checked and before the shard knew of this stream.
        guard !hub.hasEnded(caller.session) else { return end(.signedOut) }
        socket = context.flatMap(DirectSocket.init)
        write(.at(cursor, retry: ReconnectPause.milliseconds()))
        context?.flush()
        pull()
    }

    private func pull() {
        guard state != .ended, let eventLoop = context?.eventLoop else { return }
        state = .pulling
        let (hub, caller, cursor) = (hub, caller, cursor)
        let listener = NIOLoopBound(self, eventLoop: eventLoop)
        Task {
            let page = await hub.page(after: cursor, for: caller)
            eventLoop.execute { listener.value.pulled(page) }
        }
    }

    private func pulled(_ result: Result<CatchUp, any Error>) {
        guard state == .pulling, let context else { return }
        switch result {
        case .failure(DomainError.expired(let reason)): end(.expired(reason))
        case .failure:
            // The log cannot be read now. The client reconnects with its cursor.
            end(.shutdown)
        case .success(let page):
            for frame in page.frames {
                guard context.channel.isWritable else { return stall() }
                stand(at: frame.position)
                write(frame.encoded)
            }
            context.flush()
            // A flush can find the socket closed, and end the stream.
            guard state == .pulling else { return }
            let isTold = page.frames.last.map { $0.position == page.end } ?? (position == page.end)
            stand(at: page.end)
            interest = page.interest
            if !page.more, shard.join(self) {
                state = .live
                // No frame of the page carries this position.
                if !isTold {
                    write(.at(cursor))
                    context.flush()
                }
            } else {
                pull()
            }
        }
    }

    func receive(_ encoded: EncodedMessage, at position: LogPosition, after empty: MessageRun) -> Bool {
        guard state == .live else { return false }
        let isFirst = taken == nil
        taken = (taken ?? empty).appending(encoded)
        self.position = position
        return isFirst
    }

    func flush() {
        guard let run = taken else { return }
        taken = nil
        guard state == .live, let context else { return }
        // With nothing pending its queue is empty, and a socket's channel becomes writable before the last write is complete.
        guard pending == 0 || context.channel.isWritable else { return fallBehind() }
        written = position
        guard let rest = unsent(of: run.bytes(for: transport)) else { return }
        write(rest)
        context.flush()
    }

    private func unsent(of bytes: ByteBuffer) -> ByteBuffer? {
        guard pending == 0, let socket else { return bytes }
        return socket.send(bytes)
    }

    func catchUp() {
        guard state == .live else { return }
        taken = nil
        position = written
        pull()
    }

    /// Drops the taken frames. They are pulled again from the log.
    private func fallBehind() {
        position = written
        shard.leave(self)
        hub.fellBehind()
        stall()
    }

    /// Waits for `channelWritabilityChanged`.
    private func stall() {
        state = .stalled
        stalledAt = .now()
        context?.flush()
    }

    func keepAlive(_ at: EncodedMessage) {
        if state == .stalled, .now() - stalledAt > Self.patience { return end(.tooSlow) }
        if let token = caller.token, hub.hasExpired(token) { return end(.signedOut) }
        // A reader may be ahead of the tailer. The shard's head would set it back.
        guard state == .live, let context, context.channel.isWritable, position <= shard.head.position else { return }
        stand(at: shard.head.position)
        write(at)
        context.flush()
    }

    func end(_ reason: EndReason) {
        guard state != .ended, let context else { return }
        if case .expired(let expiry) = reason { write(.expired(expiry)) }
        if transport == .webSocket {
            let (code, text) = reason.closeCode
            let sent = context.writeAndFlush(wrapOutboundOut(EncodedMessage.close(code, text)))
            over()
            guard reason == .tooSlow else { return context.close(promise: nil) }
            // A client that wakes up soon still reads the last frames and the reason.
            let channel = context.channel
            let end = context.eventLoop.scheduleTask(in: Self.grace) { channel.close(promise: nil) }
            sent.whenComplete { _ in
                end.cancel()
                channel.close(promise: nil)
            }
        } else {
            context.flush()
            over()
            if reason == .tooSlow { context.close(promise: nil) }
        }
    }

    private func over() {
        guard state != .ended else { return }
        let started = state != .starting
        state = .ended
        shard.close(self)
        if started { hub.count(transport, -1) }
        if transport == .sse, let context { context.pipeline.syncOperations.removeHandler(self, promise: nil) }
        onEnd()
    }

    private func stand(at position: LogPosition) {
        self.position = position
        written = position
    }

    private func write(_ encoded: EncodedMessage) { write(encoded[transport]) }

    private func write(_ bytes: ByteBuffer) {
        guard let context else { return }
        context.write(wrapOutboundOut(bytes), promise: counted(nil, on: context.eventLoop))
    }
}

extension EndReason {
    /// RFC 6455, section 7.4.1. 4401 and 4410 are private codes after HTTP's 401 and 410.
    fileprivate var closeCode: (UInt16, String) {
        switch self {
        case .signedOut: (4401, "signed out")
        case .tooSlow: (1013, "too slow; reconnect with your cursor")
        case .shutdown: (1001, "the server restarts; reconnect with your cursor")
        case .expired(let reason): (4410, "cursor expired: \(reason.rawValue)")
        }
    }
}

extension Listener {
    /// Ends a WebSocket whose cursor cannot be resumed from.
    static func refuse(_ reason: CursorExpiry, on channel: any Channel) {
        guard let head = try? channel.pipeline.syncOperations.context(handlerType: WebSocketFrameEncoder.self) else { return }
        let (code, text) = EndReason.expired(reason).closeCode
        head.write(NIOAny(EncodedMessage.expired(reason).webSocket), promise: nil)
        head.writeAndFlush(NIOAny(EncodedMessage.close(code, text)), promise: nil)
        head.close(promise: nil)
    }
}
