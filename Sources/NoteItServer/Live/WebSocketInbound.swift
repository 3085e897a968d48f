import NIOCore
import NIOWebSocket

/// Answers a client's pings and its close. Ignores data frames, which the contract does not have.
/// Oversized and malformed frames do not arrive here: the decoder refuses them with the code of RFC 6455.
final class WebSocketInbound: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private var closing = false
    /// Whether a message has begun and not ended.
    private var isFragmented = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        guard !closing else { return }
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return close(context, .protocolError) }
        switch frame.opcode {
        case .ping:
            // Pongs to a client that does not read them would pile up.
            guard context.channel.isWritable else { return }
            let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
            context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
        case .connectionClose: close(context, answer(to: frame.unmaskedData))
        case .pong: break
        case .text where !isFragmented, .binary where !isFragmented, .continuation where isFragmented: isFragmented = !frame.fin
        default: close(context, .protocolError)
        }
    }

    /// Echoes the code of a peer's close. An incomplete or reserved code is a protocol error.
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
        // The protocol handler answers a frame error and closes. Any other error ends the connection here.
        if !(error is NIOWebSocketError) { context.close(promise: nil) }
    }
}
