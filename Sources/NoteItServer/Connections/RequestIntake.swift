import NIOCore
import NIOHTTP1
import NoteItCore

/// Keeps the rules of HTTP/1.1 around each request, and a deadline for its body.
///
/// Answers `Expect: 100-continue` before the body is read (RFC 9110, section 10.1.1). A request of HTTP/1.0, or one with
/// `Connection: close`, is its connection's last (RFC 9112, section 9.3). A body has half a minute, and more while it keeps
/// coming; when the server stops, it has two seconds. A late body is answered with `408`. What one read brings of a body is passed on
/// as one part, however small its chunks are.
final class RequestIntake: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private static let patience = TimeAmount.seconds(30)
    private static let stopPatience = TimeAmount.seconds(2)
    /// How long the rest of a body is read after the last answer, so that the client reads the answer (RFC 9112, section 9.6).
    private static let lingering = TimeAmount.seconds(5)
    /// The least bytes per second: a body at this rate or above extends its deadline.
    private static let leastRate: Int64 = 4_096

    /// An arriving body.
    private struct Body {
        let since = NIODeadline.now()
        var received: Int64 = 0

        var deadline: NIODeadline { since + RequestIntake.patience + .seconds(received / RequestIntake.leastRate) }
    }

    private var body: Body?
    /// What this read brought of the body so far.
    private var part: ByteBuffer?
    private var timeout: Scheduled<Void>?
    /// Requests whose answers are not complete.
    private var unanswered = 0
    /// Whether the connection ends with the answer to the newest request.
    private var isLast = false
    private var hasTimedOut = false
    /// Whether the client has closed its side.
    private(set) var isInputClosed = false
    /// Whether bytes came that are not a request. The rest is not read.
    private var isRefused = false
    /// Whether the last answer is complete while its body still arrives. The rest is read and dropped.
    private var isLingering = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isRefused || isLingering { return }
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
        case .body(let chunk):
            body?.received += Int64(chunk.readableBytes)
            if part == nil { part = chunk } else { part?.writeImmutableBuffer(chunk) }
        case .end:
            passPart(context)
            body = nil
            timeout?.cancel()
            timeout = nil
            context.fireChannelRead(data)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Most requests are complete by now, and need no timeout.
        if let body, timeout == nil { arm(body.deadline, context) }
        passPart(context)
        if isLingering { return context.read() }
        context.fireChannelReadComplete()
    }

    private func passPart(_ context: ChannelHandlerContext) {
        guard let part else { return }
        self.part = nil
        context.fireChannelRead(wrapInboundOut(.body(part)))
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
            } else if isLast, unanswered == 0, body != nil {
                linger(context)
            }
        default: context.write(data, promise: promise)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { isInputClosed = true }
        if event is ChannelShouldQuiesceEvent, body != nil { arm(.now() + Self.stopPatience, context, isFinal: true) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        passPart(context)
        guard error is HTTPParserError else { return context.fireErrorCaught(error) }
        refuse(context, nil)
    }

    /// Answers bytes that are not a request. While an earlier request is being answered, its answer ends the connection instead.
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

    private func linger(_ context: ChannelHandlerContext) {
        (isLingering, body) = (true, nil)
        timeout?.cancel()
        let channel = context.channel
        timeout = context.eventLoop.scheduleTask(in: Self.lingering) { channel.close(promise: nil) }
        context.read()
    }

    private func passed(_ context: ChannelHandlerContext, isFinal: Bool) {
        guard let body else { return }
        // While an earlier request is being answered, the server, not the client, holds the body back.
        let deadline = unanswered > 1 ? .now() + Self.patience : body.deadline
        guard isFinal || deadline <= .now() else { return arm(deadline, context) }
        hasTimedOut = true
        context.fireErrorCaught(BodyTimeout())
        if unanswered == 0 { context.close(promise: nil) }
    }
}

extension HTTPRequestHead {
    /// Required by HTTP/1.1 (RFC 9112, section 3.2).
    var namesOneHost: Bool { version.minor == 0 || headers["Host"].count == 1 }

    fileprivate var wantsContinue: Bool {
        version.minor > 0 && headers[canonicalForm: "expect"].contains { $0.lowercased() == "100-continue" }
    }

    fileprivate var isLast: Bool {
        let options = headers[canonicalForm: "connection"].map { $0.lowercased() }
        return options.contains("close") || version.minor == 0 && !options.contains("keep-alive")
    }

    /// The head with `Connection: close` in the form that Hummingbird reads.
    fileprivate var saysClose: HTTPRequestHead {
        var head = self
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        return head
    }
}
