import NIOCore
import Synchronization

/// Notices that a client closes its side of the connection while its request is answered.
final class ClientWatch: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = NIOAny

    private struct State {
        var isGone = false
        var onGone: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let channel: any Channel

    private init(_ channel: any Channel) { self.channel = channel }

    /// Call `end()` afterwards, so that the connection has one watch at most.
    static func begin(on channel: any Channel) async throws -> ClientWatch {
        let watch = ClientWatch(channel)
        try await channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            // The client may have gone before the watch began.
            let hasGone = try !channel.isActive || pipeline.handler(type: RequestIntake.self).isInputClosed
            watch.state.withLock { $0.isGone = hasGone }
            try pipeline.addHandler(watch, position: .first)
        }.get()
        return watch
    }

    var isGone: Bool { state.withLock(\.isGone) }

    /// Called on the channel's event loop, unless the client was gone before it was set.
    var onGone: (@Sendable () -> Void)? {
        get { state.withLock(\.onGone) }
        set { state.withLock { $0.onGone = newValue } }
    }

    func end() { channel.pipeline.removeHandler(self, promise: nil) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { gone() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        gone()
        context.fireChannelInactive()
    }

    private func gone() {
        let onGone = state.withLock { state in
            defer { (state.isGone, state.onGone) = (true, nil) }
            return state.onGone
        }
        onGone?()
    }
}
