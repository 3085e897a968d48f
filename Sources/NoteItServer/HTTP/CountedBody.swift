import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore

extension Request {
    /// The type of the body without its parameters, in lower case.
    var mediaType: String? { headers[.contentType]?.split(separator: ";").first?.trimmed.lowercased() }

    /// Throws `415` for a compressed body: a small one could grow without bound.
    func requirePlainBody(_ noun: String = "body") throws {
        guard ["identity", nil].contains(headers[.contentEncoding]?.lowercased()) else {
            throw DomainError.unsupported("Send the \(noun) without a Content-Encoding.")
        }
    }

    /// The whole body, of any type, with the charge that counts it against the sender's share. Throws `413`, and `400` if the
    /// connection breaks.
    /// - Parameter limit: in bytes.
    func counted(upTo limit: Int, _ context: AppContext?) async throws -> (ByteBuffer, ByteBudget.Charge?) {
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit { throw DomainError.bodyTooLarge(limit) }
        let charge = context?.share?.charge()
        do {
            var whole = ByteBuffer()
            for try await part in body {
                guard whole.readableBytes + part.readableBytes <= limit else { throw DomainError.bodyTooLarge(limit) }
                // The first part is in memory in any case.
                if whole.readableBytes > 0 {
                    try charge?.grow(by: part.readableBytes)
                } else {
                    charge?.growUnbounded(by: part.readableBytes)
                }
                whole.writeImmutableBuffer(part)
            }
            // The caller may have signed out during the body.
            if context?.caller != nil { _ = try context?.requireCaller() }
            return (whole, charge)
        } catch is IOError {
            throw HTTPError(.badRequest, message: "The connection broke before the body had arrived. Send the request again.")
        }
    }
}

extension ResponseBody {
    /// A body that is in memory whole, counted against the reader's share until it is sent. `AnswerMiddleware` counts JSON and
    /// the XML of WebDAV itself.
    static func counted(_ bytes: [UInt8], _ context: AppContext) -> ResponseBody {
        let (buffer, charge) = (ByteBuffer(bytes: bytes), context.share?.charge())
        charge?.growUnbounded(by: bytes.count)
        return ResponseBody(contentLength: bytes.count) { writer in
            defer { withExtendedLifetime(charge) {} }
            try await writer.write(buffer)
            try await writer.finish(nil)
        }
    }
}
