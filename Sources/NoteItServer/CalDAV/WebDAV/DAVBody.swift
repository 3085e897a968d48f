import Hummingbird
import NIOCore
import NoteItCore

/// Bodies of requests below `/dav/`.
enum DAVBody {
    /// The whole body. It is counted against the sender's share as long as this is held.
    struct Received: Sendable {
        var bytes: [UInt8]
        fileprivate let charge: ByteBudget.Charge?
    }

    /// Throws `413` if it is too large, `415` if it is compressed.
    static func bytes(of request: Request, _ context: AppContext, upTo limit: Int) async throws -> Received {
        try request.requirePlainBody()
        let (body, charge) = try await request.counted(upTo: limit, context)
        return Received(bytes: Array(body.readableBytesView), charge: charge)
    }

    /// The root of an XML body; nil without a body. Throws `400`, `413`, `415`.
    static func xml(of request: Request, _ context: AppContext) async throws -> DAVElement? {
        let received = try await bytes(of: request, context, upTo: DAVReader.mostBytes)
        defer { withExtendedLifetime(received) {} }
        if received.bytes.isEmpty { return nil }
        if let media = request.mediaType, media != "application/xml", media != "text/xml", !media.hasSuffix("+xml") {
            throw DomainError.unsupported("The body must be application/xml. Say so in Content-Type.")
        }
        return try DAVReader.element(from: received.bytes)
    }
}
