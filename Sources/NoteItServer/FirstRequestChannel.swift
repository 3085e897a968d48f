import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// A connection of which it is not known yet whether it becomes a WebSocket: `WebSocketChannel` finds out from its first
/// request. Until that is there, bytes that are no HTTP are answered with `400`, and silence or a stop closes it.
struct FirstRequestChannel: ServerChildChannel {
    let next: WebSocketChannel

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<WebSocketChannel.Value> {
        next.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let handler = FirstRequestHandler()
            try pipeline.addHandler(handler)
            value.outcome.assumeIsolated().whenComplete { _ in pipeline.removeHandler(handler, promise: nil) }
            return value
        }
    }

    func handle(value: WebSocketChannel.Value, logger: Logger) async { await next.handle(value: value, logger: logger) }
}

/// In the pipeline until the first request is read.
private final class FirstRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private static let patience = TimeAmount.seconds(75)

    private var timeout: Scheduled<Void>?

    func handlerAdded(context: ChannelHandlerContext) {
        timeout = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) { context.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { timeout?.cancel() }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError else { return context.fireErrorCaught(error) }
        let head = HTTPResponseHead(
            version: .http1_1, status: .badRequest, headers: ["Connection": "close", "Content-Length": "0"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    }
}
