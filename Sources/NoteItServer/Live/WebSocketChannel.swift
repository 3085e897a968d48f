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
        case webSocket, refused
    }

    /// A connection without a request is closed after this.
    private static let idleTimeout = TimeAmount.seconds(75)
    /// A request fits the first buffer, which a listener keeps for as long as it is open; longer ones make it grow.
    private static let receiving = AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 1_024, maximum: 65_536)

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
                upgradeConfiguration: .init(upgraders: [upgrader]) { channel in
                    channel.eventLoop.makeCompletedFuture { try plain(channel, logger) }
                })
            configuration.enablePipelining = false
            configuration.enableErrorHandling = false
            configuration.enableResponseHeaderValidation = false
            try channel.syncOptions?.setOption(.recvAllocator, value: Self.receiving)
            let pipeline = channel.pipeline.syncOperations
            let outcome = try pipeline.configureUpgradableHTTPServerPipeline(configuration: configuration)
            let upgrade = try pipeline.handler(type: NIOTypedHTTPServerUpgradeHandler<Outcome>.self)
            try pipeline.addHandler(FirstRequest(admit: admit), position: .before(upgrade))
            return Value(channel: channel, outcome: outcome)
        }
    }

    func handle(value: Value, logger: Logger) async {
        do {
            switch try await value.outcome.get() {
            case .http(let channel): await handleHTTP(asyncChannel: channel, logger: logger)
            // The listener's from here on, and closed by the server's quiescing: a task for each would be most of its memory.
            case .webSocket, .refused: return
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
            try NIOAsyncChannel(wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        )
    }

    /// Who may open the WebSocket; nil for a request that the router is to refuse, with the reason.
    private func admit(_ head: HTTPRequestHead) async -> Admission? {
        do {
            let query = try Query(head.uri.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? "")
            let asked = try query.text("cursor")
            let place = try await live.place(
                authorization: head.headers.first(name: "Authorization"), query: query,
                forwarded: head.headers["X-Forwarded-For"].last)
            return Admission(place: place, start: try await live.start(asked, for: place.caller.account))
        } catch {
            return nil
        }
    }

    private func webSocket(_ channel: any Channel) throws -> Outcome {
        let pipeline = channel.pipeline.syncOperations
        let first = try pipeline.handler(type: FirstRequest.self)
        guard let admission = first.admission, let shard = live.hub.shard(of: channel.eventLoop) else {
            throw ChannelError.inappropriateOperationForState
        }
        pipeline.removeHandler(first, promise: nil)
        channel.closeFuture.whenComplete { [place = admission.place] _ in place.leave() }
        try pipeline.addHandler(WebSocketInbound())
        switch admission.start {
        case .success(let cursor):
            let listener = Listener(admission.place.caller, .webSocket, from: cursor, hub: live.hub, shard: shard) {}
            try pipeline.addHandler(listener, position: .first)
            // After the response that switches protocols is out.
            let bound = NIOLoopBound(listener, eventLoop: channel.eventLoop)
            channel.eventLoop.execute { bound.value.start() }
        case .failure(let error):
            guard case .expired(let reason) = error else { throw error }
            channel.eventLoop.execute { Listener.refuse(reason, on: channel) }
        }
        return .webSocket
    }
}

/// Answers what a client sends: pings, and the close. Frames of text are no part of the contract and are passed over.
/// Oversized and malformed frames never get here: the decoder refuses them with the code of RFC 6455.
private final class WebSocketInbound: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private var closing = false
    /// Whether the frames of a message are still to come.
    private var isFragmented = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        guard !closing else { return }
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return close(context, .protocolError) }
        switch frame.opcode {
        case .ping:
            // Who sends pings and reads no pongs gets none: they would pile up.
            guard context.channel.isWritable else { return }
            let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
            context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
        case .connectionClose: close(context, answer(to: frame.unmaskedData))
        case .pong: break
        case .text where !isFragmented, .binary where !isFragmented, .continuation where isFragmented: isFragmented = !frame.fin
        default: close(context, .protocolError)
        }
    }

    /// The code of a peer's close is sent back; half a code, or one that nobody may send, is a protocol error.
    private func answer(to close: ByteBuffer) -> WebSocketErrorCode {
        var data = close
        guard data.readableBytes > 0 else { return .normalClosure }
        guard let code: UInt16 = data.readInteger() else { return .protocolError }
        let mayBeSent = (1000...1003).contains(code) || (1007...1014).contains(code) || (3000...4999).contains(code)
        return mayBeSent ? WebSocketErrorCode(codeNumber: Int(code)) : .protocolError
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
