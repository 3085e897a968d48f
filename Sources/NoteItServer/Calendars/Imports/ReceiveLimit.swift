import NIOCore

/// The first handler of a connection: it counts the bytes that arrive, and closes the connection when they are too many.
/// Early hints and the extensions of chunks have no other bound, and the HTTP client passes neither on.
final class ReceiveLimit: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private var left: Int
    private let failure: ImportFailure

    /// - Parameters: `most`: in bytes; `failure`: the error of the request if more arrive.
    init(_ most: Int, failure: ImportFailure) { (left, self.failure) = (most, failure) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard left >= 0 else { return }
        left -= unwrapInboundIn(data).readableBytes
        if left >= 0 { return context.fireChannelRead(data) }
        context.fireErrorCaught(failure)
        context.close(promise: nil)
    }
}
