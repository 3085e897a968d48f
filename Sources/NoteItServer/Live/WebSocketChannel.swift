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
                shouldUpgrade: { channel, _ in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.handler(type: UpgradeGate.self).admission.map { _ in HTTPHeaders() }
                    }
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
            let pipeline = channel.pipeline.syncOperations
            let outcome = try pipeline.configureUpgradableHTTPServerPipeline(configuration: configuration)
            let upgradeHandler = try pipeline.handler(type: NIOTypedHTTPServerUpgradeHandler<Outcome>.self)
            try pipeline.addHandler(UpgradeGate(admit: admit), position: .before(upgradeHandler))
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

    /// Who opens a WebSocket with this request; nil if nobody does.
    private func admit(_ head: HTTPRequestHead) async -> Admission? {
        let parts = head.uri.split(separator: "?", maxSplits: 1)
        guard parts.first == "/v1/ws", let query = try? Query(parts.count > 1 ? String(parts[1]) : "") else { return nil }
        do {
            let cursor = try query.text("cursor")
            let caller = try await live.authenticator.caller(
                authorization: head.headers.first(name: "Authorization"), query: query)
            return Admission(caller: caller, start: LiveRoutes.start(cursor, try await live.store.head()))
        } catch {
            return nil
        }
    }

    private func begin(on channel: any Channel) throws -> Outcome {
        let pipeline = channel.pipeline.syncOperations
        let gate = try pipeline.handler(type: UpgradeGate.self)
        guard let admission = gate.admission, let shard = live.hub.shard(of: channel.eventLoop) else {
            throw ChannelError.ioOnClosedChannel
        }
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
        pipeline.removeHandler(gate, promise: nil)
        return .webSocket
    }
}

/// Answers what a client sends: pings, and the close. Frames of text are no part of the contract and are passed over.
/// Oversized and malformed frames never get here: the decoder refuses them with the code of RFC 6455.
private final class WebSocketInbound: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private var closing = false
    /// Whether a message has begun and not ended.
    private var isInMessage = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        guard !closing else { return }
        guard isWellFormed(frame) else { return close(context, .protocolError) }
        switch frame.opcode {
        case .ping:
            context.writeAndFlush(
                wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)), promise: nil)
        case .connectionClose:
            var data = frame.unmaskedData
            close(context, data.readWebSocketErrorCode() ?? .normalClosure)
        case .text, .binary, .continuation: isInMessage = !frame.fin
        case .pong: break
        default: close(context, .protocolError)
        }
    }

    /// What RFC 6455 demands of a client's frame and the decoder does not check (sections 5.1, 5.2, 5.4 and 5.5.1).
    private func isWellFormed(_ frame: WebSocketFrame) -> Bool {
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return false }
        return switch frame.opcode {
        case .continuation: isInMessage
        case .text, .binary: !isInMessage
        case .connectionClose: frame.length != 1
        default: true
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
