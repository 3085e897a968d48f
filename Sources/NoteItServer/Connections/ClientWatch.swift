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
            // The client may have gone before the watch began.
            let hasGone = try isGone(channel)
            watch.state.withLock { $0.isGone = hasGone }
            try channel.pipeline.syncOperations.addHandler(watch, position: .first)
        }.get()
        return watch
    }

    /// Whether the client has closed its side.
    static func hasLeft(_ channel: any Channel) async throws -> Bool {
        try await channel.eventLoop.submit { try isGone(channel) }.get()
    }

    private static func isGone(_ channel: any Channel) throws -> Bool {
        try !channel.isActive || channel.pipeline.syncOperations.handler(type: RequestIntake.self).isInputClosed
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
