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

/// HTTP/1.1 whose first request may become a WebSocket on `/v1/ws`. What does not, goes the way of every request.
struct WebSocketChannel: HTTPChannelHandler {
    /// What a connection became.
    struct Value: ServerChildChannelValue {
        let channel: any Channel
        let outcome: EventLoopFuture<Outcome>
    }

    enum Outcome: Sendable {
        case http(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
        case webSocket
    }

    /// A connection without a request is closed after this.
    private static let idleTimeout = TimeAmount.seconds(75)

    let responder: HTTPChannelHandler.Responder
    let live: LiveRoutes

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let upgrader = NIOTypedWebSocketServerUpgrader<Outcome>(
                shouldUpgrade: { channel, head in
                    channel.eventLoop.makeFutureWithTask { await admit(head, channel) ? HTTPHeaders() : nil }
                },
                upgradePipelineHandler: { channel, _ in
                    channel.eventLoop.makeCompletedFuture { try begin(on: channel) }
                })
            var configuration = NIOUpgradableHTTPServerPipelineConfiguration<Outcome>(
                upgradeConfiguration: .init(upgraders: [upgrader]) { channel in
                    channel.eventLoop.makeCompletedFuture { try plain(channel, logger) }
                })
            configuration.enablePipelining = false
            configuration.enableResponseHeaderValidation = false
            let outcome = try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
                configuration: configuration)
            return Value(channel: channel, outcome: outcome)
        }
    }

    func handle(value: Value, logger: Logger) async {
        do {
            switch try await value.outcome.get() {
            case .http(let channel): await handleHTTP(asyncChannel: channel, logger: logger)
            case .webSocket: try await value.channel.closeFuture.get()
            }
        } catch {
            logger.debug("Connection failed", metadata: ["error": "\(error)"])
            value.channel.close(promise: nil)
        }
    }

    private func plain(_ channel: any Channel, _ logger: Logger) throws -> Outcome {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
        try pipeline.addHandler(HTTPConnectionStateHandler(idleTimeout: .init(Self.idleTimeout), logger: logger))
        return .http(
            try NIOAsyncChannel(wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        )
    }

    /// Whether the request may become a WebSocket. Who may is kept with the channel until `begin`.
    private func admit(_ head: HTTPRequestHead, _ channel: any Channel) async -> Bool {
        let parts = head.uri.split(separator: "?", maxSplits: 1)
        guard head.method == .GET, parts.first == "/v1/ws" else { return false }
        do {
            let query = try Query(parts.count > 1 ? String(parts[1]) : "")
            let caller = try await live.authenticator.caller(
                authorization: head.headers.first(name: "Authorization"), query: query)
            let start = LiveRoutes.start(try query.text("cursor"), try await live.store.head())
            try await channel.eventLoop.submit {
                try channel.pipeline.syncOperations.addHandler(Admission(caller: caller, start: start))
            }.get()
            return true
        } catch {
            return false
        }
    }

    private func begin(on channel: any Channel) throws -> Outcome {
        let pipeline = channel.pipeline.syncOperations
        let admission = try pipeline.handler(type: Admission.self)
        guard let shard = live.hub.shard(of: channel.eventLoop) else { throw ChannelError.ioOnClosedChannel }
        try pipeline.addHandler(WebSocketInbound())
        switch admission.start {
        case .success(let cursor):
            let listener = Listener(admission.caller, .webSocket, from: cursor, hub: live.hub, shard: shard) {}
            try pipeline.addHandler(listener, position: .first)
            // After the response that switches protocols is out.
            let bound = NIOLoopBound(listener, eventLoop: channel.eventLoop)
            channel.eventLoop.execute { bound.value.start() }
        case .failure(let error):
            guard case .expired(let reason) = error else { throw error }
            channel.eventLoop.execute { Listener.refuse(reason, on: channel) }
        }
        pipeline.removeHandler(admission, promise: nil)
        return .webSocket
    }
}

/// Carries who may open a WebSocket, and from where, over the upgrade.
private final class Admission: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    let caller: Caller
    let start: Result<Cursor, DomainError>

    init(caller: Caller, start: Result<Cursor, DomainError>) {
        self.caller = caller
        self.start = start
    }
}

/// Answers what a client sends: pings, and the close. Frames of text are no part of the contract and are passed over.
/// Oversized and malformed frames never get here: the decoder refuses them with the code of RFC 6455.
private final class WebSocketInbound: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private var closing = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        guard !closing else { return }
        guard frame.maskKey != nil else { return close(context, .protocolError) }
        switch frame.opcode {
        case .ping:
            context.writeAndFlush(
                wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)), promise: nil)
        case .connectionClose:
            var data = frame.unmaskedData
            close(context, data.readWebSocketErrorCode() ?? .normalClosure)
        case .pong, .text, .binary, .continuation: break
        default: close(context, .protocolError)
        }
    }

    private func close(_ context: ChannelHandlerContext, _ code: WebSocketErrorCode) {
        closing = true
        var data = ByteBuffer()
        data.write(webSocketErrorCode: code)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)))
            .whenComplete { _ in bound.value.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A frame error was answered by the protocol handler, which closes; anything else ends the connection here.
        if !(error is NIOWebSocketError) { context.close(promise: nil) }
    }
}
