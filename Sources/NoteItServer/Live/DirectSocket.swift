import Foundation
import NIOCore

/// A channel's socket, for bytes that go past SwiftNIO's pipeline and its queue of writes: where one batch goes to ten thousand
/// sockets, that way takes as long as the system call at its end.
///
/// To be used on the channel's event loop, while the channel is active (its descriptor may be another's afterwards), and while
/// nothing waits in its queue (that comes first).
struct DirectSocket {
    private let descriptor: NIOBSDSocket.Handle

    /// Nil for a channel that has no socket.
    init?(of context: ChannelHandlerContext) {
        let descriptor = try? context.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            $0
        }
        guard let descriptor else { return nil }
        self.descriptor = descriptor
    }

    /// Sends what the system takes at once. Returns what is left; nil if nothing is. Whatever is wrong with the socket the queue
    /// finds out.
    func send(_ bytes: ByteBuffer) -> ByteBuffer? {
        let sent = bytes.withUnsafeReadableBytes {
            Foundation.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT | MSG_NOSIGNAL))
        }
        guard sent < bytes.readableBytes else { return nil }
        var rest = bytes
        rest.moveReaderIndex(forwardBy: max(0, sent))
        return rest
    }
}
