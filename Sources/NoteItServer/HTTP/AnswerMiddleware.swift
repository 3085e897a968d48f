import HTTPTypes
import Hummingbird
import NIOCore

/// Counts answers until they are read, so that unread ones hold no more than the budget, and closes a connection that reads
/// nothing for a minute.
struct AnswerMiddleware: RouterMiddleware {
    let budget: ByteBudget
    private let longReads = OneAtATime<ByteBudget.Owner>()
    let address: ClientAddress

    private static let patience = TimeAmount.seconds(60)
    /// Bytes that an answer may be ahead of the event loop. To hear it after each slice costs a snapshot a tenth of its speed.
    private static let mostAhead = 4 * ByteBudget.small

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let client = RequestSource(
            socket: context.channel.remoteAddress, forwarded: address.forwarded(request.headers[.forwardedFor]))
        let share = RequestShare(of: budget, longReads: longReads, address: client.address)
        context.client = client
        context.share = share
        var response = try await next(request, context)
        defer { share.release() }
        let size = response.body.contentLength
        guard size ?? .max > ByteBudget.small, request.method != .head else { return response }
        let charge = share.charge()
        // JSON and the XML of WebDAV are in memory whole. Files, exports and streams are made while they are sent.
        if let size, Self.isWhole(response.headers[.contentType]) { charge.growUnbounded(by: size) }
        let (body, channel) = (response.body, context.channel)
        response.body = ResponseBody(contentLength: size) { writer in
            defer { withExtendedLifetime(charge) {} }
            try await body.write(Slices(of: writer, channel: channel))
        }
        return response
    }

    private static func isWhole(_ mediaType: String?) -> Bool {
        mediaType == JSONBody.mediaType || mediaType == XMLBody.mediaType
    }

    /// Writes in slices, each after the socket has taken the one before.
    private struct Slices: ResponseBodyWriter {
        private var writer: any ResponseBodyWriter
        private let channel: any Channel
        /// Bytes written since the event loop was last heard.
        private var ahead = 0

        init(of writer: any ResponseBodyWriter, channel: any Channel) { (self.writer, self.channel) = (writer, channel) }

        mutating func write(_ buffer: ByteBuffer) async throws {
            var rest = buffer
            while let slice = rest.readSlice(length: min(rest.readableBytes, ByteBudget.small)), slice.readableBytes > 0 {
                let end = channel.eventLoop.scheduleTask(in: AnswerMiddleware.patience) { [channel] in
                    channel.close(promise: nil)
                }
                defer { end.cancel() }
                // A copy, since a slice that waits for its reader would hold the whole answer.
                try await writer.write(ByteBuffer(buffer: slice))
                // The writer learns from the event loop that the socket is full, and takes everything until then.
                ahead += slice.readableBytes
                guard ahead >= AnswerMiddleware.mostAhead else { continue }
                try await channel.eventLoop.submit {}.get()
                ahead = 0
            }
        }

        consuming func finish(_ trailers: HTTPFields?) async throws { try await writer.finish(trailers) }
    }
}
