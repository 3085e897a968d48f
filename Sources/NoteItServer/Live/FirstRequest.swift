import Foundation
import NIOCore
import NIOHTTP1
import NoteItCore

/// Precedes the upgrade handler until a connection's first request has shown whether it becomes a stream.
///
/// The upgrade handler swallows a request whose upgrade it refuses, so no such request may reach it as an upgrade. A request that
/// may not open a WebSocket, or asks for another protocol, loses the `Upgrade` field and goes to the router. Until then, bytes
/// that are not HTTP are answered with `400`, and silence or a stop of the server closes the connection.
///
/// An event stream begins in the same way: to the upgrade handler it is an upgrade, to the client a response without end. So
/// neither costs a task.
final class FirstRequest: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private static let patience = TimeAmount.seconds(75)

    /// Set once the stream is admitted.
    private(set) var admission: Admission?
    private let isOpen: @Sendable (Session.ID) -> Bool
    private let admit: @Sendable (HTTPRequestHead, Transport) async -> Admission?
    /// Parts that may arrive after the request for a stream before it is decided.
    private static let maximumAfter = 64
    private var timeout: Scheduled<Void>?
    private var state = State.waiting

    private enum State {
        case waiting
        /// Holds a request for a stream until it is whole and its caller is known. Its body is ignored.
        case deciding(HTTPRequestHead, decision: Admission??, end: HTTPServerRequestPart?, after: [HTTPServerRequestPart])
        /// Passes everything on: after an admitted handshake come frames, which are not HTTP.
        case decided
        /// The bytes were not a request. The rest is not read.
        case refused
    }

    /// - Parameters: `admit`: nil for a request that the router is to refuse; `isOpen`: whether a session is open.
    init(
        admit: @escaping @Sendable (HTTPRequestHead, Transport) async -> Admission?,
        isOpen: @escaping @Sendable (Session.ID) -> Bool
    ) {
        (self.admit, self.isOpen) = (admit, isOpen)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        timeout = context.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { timeout?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch state {
        case .decided: context.fireChannelRead(data)
        case .refused: return
        case .deciding(let head, let decision, let end, var after):
            let part = unwrapInboundIn(data)
            switch part {
            case .end where end == nil: state = .deciding(head, decision: decision, end: part, after: after)
            case _ where end == nil: return
            default:
                guard after.count < Self.maximumAfter else { return context.close(promise: nil) }
                after.append(part)
                state = .deciding(head, decision: decision, end: end, after: after)
            }
            decideNow(context)
        case .waiting:
            let part = unwrapInboundIn(data)
            if case .head(let head) = part, !head.namesOneHost {
                state = .refused
                Problem.refuse(context, method: head.method)
            } else if case .head(let head) = part, let transport = head.transport {
                state = .deciding(head, decision: nil, end: nil, after: [])
                decide(head, transport, context)
            } else {
                state = .decided
                context.fireChannelRead(wrapInboundOut(part.withoutUpgrade))
            }
        }
    }

    private func decide(_ head: HTTPRequestHead, _ transport: Transport, _ context: ChannelHandlerContext) {
        let (admit, eventLoop) = (admit, context.eventLoop)
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: eventLoop)
        eventLoop.makeFutureWithTask { await admit(head, transport) }.whenSuccess { admission in
            bound.value.handler.decided(admission, bound.value.context)
        }
    }

    private func decided(_ admission: Admission?, _ context: ChannelHandlerContext) {
        guard case .deciding(let head, _, let end, let after) = state, context.channel.isActive else { return }
        state = .deciding(head, decision: .some(admission), end: end, after: after)
        decideNow(context)
    }

    /// Acts once the request is whole. If its session has ended since, the router refuses it.
    private func decideNow(_ context: ChannelHandlerContext) {
        guard case .deciding(let head, .some(let decision), .some(let end), let after) = state else { return }
        let admission = decision.flatMap { isOpen($0.permit.caller.session) ? $0 : nil }
        self.admission = admission
        state = .decided
        for part in [.head(head), end] + after {
            context.fireChannelRead(wrapInboundOut(admission.map(part.upgrading) ?? part.withoutUpgrade))
        }
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard admission?.transport == .sse, case .head(var head) = unwrapOutboundIn(data) else {
            return context.write(data, promise: promise)
        }
        (head.status, head.headers) = (.ok, EventStreamUpgrader.headers)
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError else { return context.fireErrorCaught(error) }
        Problem.refuse(context)
    }
}

/// The permission to open a stream, and the cursor where its changes begin.
struct Admission: Sendable {
    let transport: Transport
    let permit: StreamPermit
    let start: Result<LogCursor, DomainError>
}

extension HTTPRequestHead {
    /// The transport of the stream that it asks for; nil if it asks for something else.
    fileprivate var transport: Transport? {
        if wantsWebSocket { return .webSocket }
        let isStream = method == .GET && version == .http1_1 && uri.prefix { $0 != "?" } == LiveRoutes.streamPath
        return isStream && !headers.contains(name: "Upgrade") ? .sse : nil
    }

    /// Whether the request is a whole handshake (RFC 6455, section 4.1) for the path of the WebSocket.
    fileprivate var wantsWebSocket: Bool {
        let upgrade = headers[canonicalForm: "upgrade"].map { $0.lowercased() }
        let connection = headers[canonicalForm: "connection"].map { $0.lowercased() }
        return method == .GET && uri.prefix { $0 != "?" } == LiveRoutes.webSocketPath && upgrade == ["websocket"]
            && connection.contains("upgrade") && headers["Sec-WebSocket-Version"] == ["13"]
            && headers["Sec-WebSocket-Key"].map { Data(base64Encoded: $0)?.count } == [16]
    }
}

extension HTTPServerRequestPart {
    /// The head in the form that the upgrade handler takes.
    fileprivate func upgrading(to admission: Admission) -> HTTPServerRequestPart {
        guard admission.transport == .sse, case .head(var head) = self else { return self }
        head.headers.replaceOrAdd(name: "Connection", value: "upgrade")
        head.headers.replaceOrAdd(name: "Upgrade", value: EventStreamUpgrader.name)
        return .head(head)
    }

    fileprivate var withoutUpgrade: HTTPServerRequestPart {
        guard case .head(var head) = self, head.headers.contains(name: "Upgrade") else { return self }
        head.headers.remove(name: "Upgrade")
        // Bytes after an upgrade may not be HTTP, so the connection ends with this answer.
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        return .head(head)
    }
}
