import Foundation
import NIOCore

/// A channel's socket, for writes that bypass SwiftNIO's pipeline and its queue. For one batch to ten thousand sockets, the
/// pipeline would take as long as the system calls.
///
/// Use it on the channel's event loop, while the channel's queue is empty.
struct DirectSocket {
    private let descriptor: NIOBSDSocket.Handle
    private let channel: any Channel

    /// Nil for a channel without a socket.
    init?(of context: ChannelHandlerContext) {
        let descriptor = try? context.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            $0
        }
        guard let descriptor else { return nil }
        (self.descriptor, channel) = (descriptor, context.channel)
    }

    /// Sends as much as the system takes at once. Returns the rest, nil if there is none. An error of the socket is left for the
    /// queue to find.
    func send(_ bytes: ByteBuffer) -> ByteBuffer? {
        // The descriptor of a closed channel may be that of another by now.
        guard channel.isActive else { return bytes }
        let sent = bytes.withUnsafeReadableBytes {
            Foundation.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT | MSG_NOSIGNAL))
        }
        guard sent < bytes.readableBytes else { return nil }
        var rest = bytes
        rest.moveReaderIndex(forwardBy: max(0, sent))
        return rest
    }
}
