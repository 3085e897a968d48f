import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// A connection of which it is not known yet whether it becomes a WebSocket: `WebSocketChannel` finds out from its first
/// request. Until that is there, silence, a stop, and bytes that are no HTTP close it.
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

    /// What is no HTTP: the handler of protocol errors before this one has answered with `400`.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is HTTPParserError { context.close(promise: nil) } else { context.fireErrorCaught(error) }
    }
}
