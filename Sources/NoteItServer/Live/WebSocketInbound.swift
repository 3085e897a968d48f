import NIOCore
import NIOWebSocket

/// Answers what a client sends: pings, and the close. Frames of text are no part of the contract and are passed over.
/// Oversized and malformed frames never get here: the decoder refuses them with the code of RFC 6455.
final class WebSocketInbound: ChannelInboundHandler {
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
