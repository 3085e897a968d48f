import NIOCore
import Synchronization

/// Notices that a client closes its side of the connection while its request is answered.
final class ClientWatch: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = NIOAny

    private let flag = Atomic(false)
    private let channel: any Channel

    private init(_ channel: any Channel) { self.channel = channel }

    /// Must be ended with `end()`, so that the connection carries one watch at most.
    static func begin(on channel: any Channel) async throws -> ClientWatch {
        let watch = ClientWatch(channel)
        try await channel.pipeline.addHandler(watch, position: .first)
        return watch
    }

    var isGone: Bool { flag.load(ordering: .relaxed) }

    func end() { channel.pipeline.removeHandler(self, promise: nil) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { flag.store(true, ordering: .relaxed) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        flag.store(true, ordering: .relaxed)
        context.fireChannelInactive()
    }
}
