import HTTPTypes
import NIOCore
import NoteItCore

/// Answers a connection over the bound with the reason, without reading a request, and closes it.
///
/// It lingers until the client has gone, for at most two seconds: a close with the request unread would reset the connection, and
/// the answer could be lost.
final class RefusedConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let patience = TimeAmount.seconds(2)

    private let reason: DomainError
    private var hasAnswered = false
    private var end: Scheduled<Void>?

    init(_ reason: DomainError) { self.reason = reason }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { answer(context) }
    }

    func channelActive(context: ChannelHandlerContext) { answer(context) }

    func channelInactive(context: ChannelHandlerContext) { end?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed || event is ChannelShouldQuiesceEvent { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func answer(_ context: ChannelHandlerContext) {
        guard !hasAnswered else { return }
        hasAnswered = true
        let channel = context.channel
        end = context.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
        context.writeAndFlush(wrapOutboundOut(Self.response(reason)), promise: nil)
        context.close(mode: .output, promise: nil)
    }

    /// The problem document as bytes of HTTP/1.1; empty if it cannot be written.
    private static func response(_ reason: DomainError) -> ByteBuffer {
        guard let problem = Problem(reason), let body = try? JSONCoding.string(problem) else { return ByteBuffer() }
        let retry = Problem.headers(of: reason)[.retryAfter] ?? "5"
        return ByteBuffer(
            string: """
                HTTP/1.1 \(problem.status) \(problem.title)\r
                Content-Type: application/problem+json\r
                Content-Length: \(body.utf8.count)\r
                Retry-After: \(retry)\r
                Cache-Control: no-store\r
                Connection: close\r
                \r
                \(body)
                """)
    }
}
