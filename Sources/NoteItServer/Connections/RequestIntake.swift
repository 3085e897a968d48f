import HTTPTypes
import NIOCore
import NIOExtras
import NIOHTTP1
import NoteItCore

/// What HTTP/1.1 asks of a server around each request, and what the server asks of a client's body.
///
/// `Expect: 100-continue` is answered before the body is read (RFC 9110, section 10.1.1). A request of HTTP/1.0, or one
/// that says so, is its connection's last (RFC 9112, section 9.3). A body has to arrive in time: half a minute, and more
/// the more of it has come; a stop of the server leaves it two seconds. A request without is answered `408`.
final class RequestIntake: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private static let patience = TimeAmount.seconds(30)
    private static let patienceOfAStop = TimeAmount.seconds(2)
    /// Bytes a second at which a body may go on for longer.
    private static let leastRate: Int64 = 4_096

    /// A body that is under way.
    private struct Body {
        let since = NIODeadline.now()
        var received: Int64 = 0

        var deadline: NIODeadline { since + RequestIntake.patience + .seconds(received / RequestIntake.leastRate) }
    }

    private var body: Body?
    private var timeout: Scheduled<Void>?
    /// Requests whose answers are not all out.
    private var unanswered = 0
    /// Whether the connection ends with the answer to the newest request.
    private var isLast = false
    private var hasTimedOut = false
    /// Whether the client sends nothing any more.
    private(set) var isInputClosed = false
    /// Whether something came that is not a request: nothing after it is read.
    private var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isRefused { return }
        switch unwrapInboundIn(data) {
        case .head(let head) where !head.namesOneHost: refuse(context, head.method)
        case .head(let head):
            if head.wantsContinue, unanswered == 0 {
                let answer = HTTPResponseHead(version: .http1_1, status: .continue)
                context.writeAndFlush(wrapOutboundOut(.head(answer)), promise: nil)
            }
            unanswered += 1
            body = Body()
            isLast = head.isLast
            context.fireChannelRead(wrapInboundOut(.head(isLast ? head.saysClose : head)))
        case .body(let part):
            body?.received += Int64(part.readableBytes)
            context.fireChannelRead(data)
        case .end:
            body = nil
            timeout?.cancel()
            timeout = nil
            context.fireChannelRead(data)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Most requests have come whole by now.
        if let body, timeout == nil { arm(body.deadline, context) }
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where isLast && unanswered == 1:
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            unanswered -= 1
            context.write(data, promise: promise)
            if hasTimedOut, unanswered == 0 {
                context.flush()
                context.close(promise: nil)
            }
        default: context.write(data, promise: promise)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { isInputClosed = true }
        if event is ChannelShouldQuiesceEvent, body != nil { arm(.now() + Self.patienceOfAStop, context, isFinal: true) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError else { return context.fireErrorCaught(error) }
        refuse(context, nil)
    }

    /// Answers what is not a request, or, while an earlier one is being answered, leaves the end of the connection to that.
    private func refuse(_ context: ChannelHandlerContext, _ method: HTTPMethod?) {
        guard unanswered == 0 else { return context.fireErrorCaught(HTTPParserError.unknown) }
        isRefused = true
        Problem.refuse(context, method: method)
    }

    func handlerRemoved(context: ChannelHandlerContext) { timeout?.cancel() }

    private func arm(_ deadline: NIODeadline, _ context: ChannelHandlerContext, isFinal: Bool = false) {
        timeout?.cancel()
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        timeout = context.eventLoop.scheduleTask(deadline: deadline) {
            bound.value.handler.passed(bound.value.context, isFinal: isFinal)
        }
    }

    private func passed(_ context: ChannelHandlerContext, isFinal: Bool) {
        guard let body else { return }
        // While an earlier request is being answered, it is not the client who holds the body back.
        let deadline = unanswered > 1 ? .now() + Self.patience : body.deadline
        guard isFinal || deadline <= .now() else { return arm(deadline, context) }
        hasTimedOut = true
        context.fireErrorCaught(BodyTimeout())
        if unanswered == 0 { context.close(promise: nil) }
    }
}

/// A request's body did not arrive in time.
struct BodyTimeout: Error {}

extension HTTPRequestHead {
    fileprivate var wantsContinue: Bool {
        version.minor > 0 && headers[canonicalForm: "expect"].contains { $0.lowercased() == "100-continue" }
    }

    fileprivate var isLast: Bool {
        let options = headers[canonicalForm: "connection"].map { $0.lowercased() }
        return options.contains("close") || version.minor == 0 && !options.contains("keep-alive")
    }

    /// In the one way in which Hummingbird reads it.
    fileprivate var saysClose: HTTPRequestHead {
        var head = self
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        return head
    }
}
