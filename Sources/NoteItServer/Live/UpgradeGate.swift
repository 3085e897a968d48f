import NIOCore
import NIOHTTP1
import NoteItCore

/// Who may open a WebSocket, and from where.
struct Admission: Sendable {
    let caller: Caller
    let start: Result<Cursor, DomainError>
}

/// Decides on a connection's first request before NIO's upgrader sees it.
///
/// A request that asks for an upgrade which it does not get (`curl --http2` asks for `h2c` on every path) loses its
/// head in that upgrader, and is never answered. So a request that is not admitted loses its `Upgrade` field here, and
/// goes the way of every request. Stands in front of the upgrader and lives on the channel's event loop.
final class UpgradeGate: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private enum State {
        case waiting, passed
        /// The decision is under way; what came behind the head waits.
        case deciding([NIOAny])
    }

    /// Nil for a request that is to stay one.
    private let admit: @Sendable (HTTPRequestHead) async -> Admission?
    private(set) var admission: Admission?
    private var state = State.waiting

    init(admit: @escaping @Sendable (HTTPRequestHead) async -> Admission?) { self.admit = admit }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch state {
        case .passed: context.fireChannelRead(data)
        case .deciding(let held): state = .deciding(held + [data])
        case .waiting:
            guard case .head(let head) = unwrapInboundIn(data), head.headers.contains(name: "Upgrade") else {
                state = .passed
                return context.fireChannelRead(data)
            }
            state = .deciding([])
            decide(head, context)
        }
    }

    private func decide(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let (gate, admit) = (NIOLoopBound((self, context), eventLoop: context.eventLoop), admit)
        context.eventLoop.makeFutureWithTask { Self.isHandshake(head) ? await admit(head) : nil }.whenSuccess { admission in
            let (gate, context) = gate.value
            gate.pass(head, admission, context)
        }
    }

    private func pass(_ head: HTTPRequestHead, _ admission: Admission?, _ context: ChannelHandlerContext) {
        guard case .deciding(let held) = state, context.channel.isActive else { return }
        var head = head
        if admission == nil { head.headers.remove(name: "Upgrade") }
        self.admission = admission
        state = .passed
        context.fireChannelRead(wrapInboundOut(.head(head)))
        for part in held { context.fireChannelRead(part) }
        context.fireChannelReadComplete()
    }

    /// Whether the upgrader will take it for a WebSocket's opening (RFC 6455, section 4.2.1).
    private static func isHandshake(_ head: HTTPRequestHead) -> Bool {
        head.method == .GET
            && head.headers[canonicalForm: "Upgrade"].contains { $0.lowercased() == "websocket" }
            && head.headers["Sec-WebSocket-Version"] == ["13"]
            && head.headers["Sec-WebSocket-Key"].count == 1
    }
}
