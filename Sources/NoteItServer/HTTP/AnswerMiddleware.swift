import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore

/// Counts answers until they are taken, so that those that nobody reads hold no more than the budget, and closes a connection that
/// takes nothing for a minute.
struct AnswerMiddleware: RouterMiddleware {
    let budget: ByteBudget
    private let longReads = OneAtATime<ByteBudget.Owner>()
    let address: ClientAddress

    private static let patience = TimeAmount.seconds(60)

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let share = RequestShare(of: budget, longReads: longReads, address: address.of(request, context))
        context.share = share
        var response = try await next(request, context)
        defer { share.release() }
        let size = response.body.contentLength
        guard size ?? .max > ByteBudget.small, request.method != .head else { return response }
        let charge = share.charge()
        // JSON is there as a whole; files, exports and streams are made as they are taken.
        if let size, response.headers[.contentType] == JSONBody.mediaType { charge.add(size) }
        let (body, channel) = (response.body, context.channel)
        response.body = ResponseBody(contentLength: size) { writer in
            defer { withExtendedLifetime(charge) {} }
            try await body.write(Slices(of: writer, channel: channel))
        }
        return response
    }

    /// Writes in pieces, each once the socket has taken the ones before.
    private struct Slices: ResponseBodyWriter {
        private var writer: any ResponseBodyWriter
        private let channel: any Channel

        init(of writer: any ResponseBodyWriter, channel: any Channel) { (self.writer, self.channel) = (writer, channel) }

        mutating func write(_ buffer: ByteBuffer) async throws {
            var rest = buffer
            while let slice = rest.readSlice(length: min(rest.readableBytes, ByteBudget.small)), slice.readableBytes > 0 {
                let end = channel.eventLoop.scheduleTask(in: AnswerMiddleware.patience) { [channel] in
                    channel.close(promise: nil)
                }
                defer { end.cancel() }
                try await writer.write(slice)
            }
        }

        consuming func finish(_ trailers: HTTPFields?) async throws { try await writer.finish(trailers) }
    }
}
