import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket
import NoteItCore

/// HTTP/1.1 whose first request may become a WebSocket or an event stream. All other requests go to the router, and so does an
/// event stream on a connection that was used before.
struct StreamChannel: HTTPChannelHandler {
    /// A connection, and its outcome.
    struct Value: ServerChildChannelValue {
        let channel: any Channel
        let outcome: EventLoopFuture<Outcome>
    }

    enum Outcome: Sendable {
        case http(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
        case stream, refused
    }

    /// The most bytes of a request's head. A request with a larger one is refused.
    private static let headSize = 16 << 10
    /// A connection without a request is closed after this.
    private static let idleTimeout = TimeAmount.seconds(75)
    /// A request fits the first buffer, which a listener keeps for as long as it is open; longer ones make it grow.
    private static let receiving = AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 1_024, maximum: 32_768)

    let responder: HTTPChannelHandler.Responder
    let live: LiveRoutes
    let connections: Connections

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            if let refusal = connections.admit(channel) {
                try channel.pipeline.syncOperations.addHandler(RefusedConnection(refusal))
                return Value(channel: channel, outcome: channel.eventLoop.makeSucceededFuture(.refused))
            }
            SocketOptions.apply(to: channel)
            let upgrader = NIOTypedWebSocketServerUpgrader<Outcome>(
                shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(HTTPHeaders()) },
                upgradePipelineHandler: { channel, _ in
                    channel.eventLoop.makeCompletedFuture { try webSocket(channel) }
                })
            var configuration = NIOUpgradableHTTPServerPipelineConfiguration<Outcome>(
                upgradeConfiguration: .init(upgraders: [upgrader, EventStreamUpgrader(upgrade: eventStream)]) { channel in
                    channel.eventLoop.makeCompletedFuture { try plain(channel, logger) }
                })
            configuration.decoderConfiguration.maxHeaderFieldSize = Self.headSize
            configuration.decoderConfiguration.maxHeaderListSize = Self.headSize
            configuration.decoderConfiguration.maxHeaderFieldCount = 100
            configuration.enablePipelining = false
            configuration.enableErrorHandling = false
            configuration.enableResponseHeaderValidation = false
            try channel.syncOptions?.setOption(.recvAllocator, value: Self.receiving)
            let pipeline = channel.pipeline.syncOperations
            let outcome = try pipeline.configureUpgradableHTTPServerPipeline(configuration: configuration)
            let upgrade = try pipeline.handler(type: NIOTypedHTTPServerUpgradeHandler<Outcome>.self)
            try pipeline.addHandler(FirstRequest(admit: admit) { [live] in !live.hub.hasEnded($0) }, position: .before(upgrade))
            return Value(channel: channel, outcome: outcome)
        }
    }

    func handle(value: Value, logger: Logger) async {
        do {
            switch try await value.outcome.get() {
            case .http(let channel): await handleHTTP(asyncChannel: channel, logger: logger)
            // The listener owns the channel, and quiescing closes it. A task per stream would be most of the stream's memory.
            case .stream, .refused: return
            }
        } catch {
            logger.debug("Connection failed", metadata: ["error": "\(error)"])
            value.channel.close(promise: nil)
        }
    }

    private func plain(_ channel: any Channel, _ logger: Logger) throws -> Outcome {
        let pipeline = channel.pipeline.syncOperations
        pipeline.removeHandler(try pipeline.handler(type: FirstRequest.self), promise: nil)
        try pipeline.addHandler(RequestIntake())
        try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
        try pipeline.addHandler(HTTPConnectionStateHandler(idleTimeout: .init(Self.idleTimeout), logger: logger))
        return .http(
            try NIOAsyncChannel(
                wrappingChannelSynchronously: channel,
                configuration: .init(
                    backPressureStrategy: .init(lowWatermark: 1, highWatermark: 4), isOutboundHalfClosureEnabled: true))
        )
    }

    /// Nil for a request that the router is to refuse with a reason.
    private func admit(_ head: HTTPRequestHead, _ transport: Transport) async -> Admission? {
        do {
            let query = try Query(head.uri.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? "")
            let last = transport == .sse ? head.headers.first(name: HTTPField.Name.lastEventID.rawName) : nil
            let asked = try last ?? query.text("cursor")
            let permit = try await live.admit(
                authorization: head.headers.first(name: "Authorization"), query: query,
                forwarded: head.headers[HTTPField.Name.forwardedFor.rawName].last)
            return Admission(
                transport: transport, permit: permit, start: try await live.resume(asked, for: permit.caller.account))
        } catch {
            return nil
        }
    }

    /// The admission and the channel's shard. From here on the listener owns the channel.
    private func handOver(_ channel: any Channel) throws -> (Admission, LiveShard) {
        let pipeline = channel.pipeline.syncOperations
        let first = try pipeline.handler(type: FirstRequest.self)
        guard let admission = first.admission, let shard = live.hub.shard(of: channel.eventLoop) else {
            throw ChannelError.inappropriateOperationForState
        }
        pipeline.removeHandler(first, promise: nil)
        channel.closeFuture.whenComplete { [permit = admission.permit] _ in permit.release() }
        return (admission, shard)
    }

    /// Starts the event stream on a channel. Called after the head of the response is out.
    private func eventStream(_ channel: any Channel) throws -> Outcome {
        let (admission, shard) = try handOver(channel)
        channel.write(EncodedMessage.chunk("retry: \(ReconnectPause.milliseconds())\n\n"), promise: nil)
        switch admission.start {
        case .success(let cursor):
            let listener = Listener(admission.permit.caller, .sse, from: cursor, hub: live.hub, shard: shard) {
                Self.finish(channel)
            }
            try channel.pipeline.syncOperations.addHandler(listener, position: .first)
            listener.start()
        case .failure(.expired(let reason)):
            channel.write(EncodedMessage.expired(reason).sse, promise: nil)
            Self.finish(channel)
        case .failure(let error): throw error
        }
        return .stream
    }

    /// Sends the last chunk and closes.
    private static func finish(_ channel: any Channel) {
        channel.writeAndFlush(ByteBuffer(string: "0\r\n\r\n")).whenComplete { _ in channel.close(promise: nil) }
    }

    private func webSocket(_ channel: any Channel) throws -> Outcome {
        let pipeline = channel.pipeline.syncOperations
        let (admission, shard) = try handOver(channel)
        try pipeline.addHandler(WebSocketInbound())
        switch admission.start {
        case .success(let cursor):
            let listener = Listener(admission.permit.caller, .webSocket, from: cursor, hub: live.hub, shard: shard) {}
            try pipeline.addHandler(listener, position: .first)
            // After the response that switches protocols is out.
            let bound = NIOLoopBound(listener, eventLoop: channel.eventLoop)
            channel.eventLoop.execute { bound.value.start() }
        case .failure(let error):
            guard case .expired(let reason) = error else { throw error }
            channel.eventLoop.execute { Listener.refuse(reason, on: channel) }
        }
        return .stream
    }
}

/// Makes an event stream look like a protocol to the upgrade handler. Clients never see its name: `FirstRequest` turns the answer
/// to the upgrade into the head of a response.
struct EventStreamUpgrader: NIOTypedHTTPServerProtocolUpgrader {
    static let name = "noteit-event-stream"
    static let headers: HTTPHeaders = [
        "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no",
        "Transfer-Encoding": "chunked",
    ]

    let supportedProtocol = name
    let requiredUpgradeHeaders: [String] = []
    let upgrade: @Sendable (any Channel) throws -> StreamChannel.Outcome

    func buildUpgradeResponse(
        channel: any Channel, upgradeRequest: HTTPRequestHead, initialResponseHeaders: HTTPHeaders
    ) -> EventLoopFuture<HTTPHeaders> {
        channel.eventLoop.makeSucceededFuture(initialResponseHeaders)
    }

    func upgrade(channel: any Channel, upgradeRequest: HTTPRequestHead) -> EventLoopFuture<StreamChannel.Outcome> {
        channel.eventLoop.makeCompletedFuture { try upgrade(channel) }
    }
}
