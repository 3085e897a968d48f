import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NoteItCore

/// The body of a request did not arrive in time.
struct BodyTimeout: Error {}

/// The one place where an error becomes a problem document (RFC 9457).
extension Problem {
    /// Nil for an error that no client caused.
    init?(_ error: any Error) {
        switch error {
        case let error as DomainError: self.init(error)
        case let error as HTTPError: self.init(error.status, error.body ?? "")
        case is NIOTooManyBytesError: self.init(.contentTooLarge, "The body is over 1 MiB. Send a smaller one.")
        case let error as any HTTPResponseError: self.init(error.status, "")
        case is BodyTimeout: self.init(.requestTimeout, "The body did not arrive in time. Send the request again.")
        case is CancellationError: self.init(.serviceUnavailable, "The server is stopping. Try again in a moment.")
        default: return nil
        }
    }

    static let nothingThere = Problem(.notFound, "There is nothing at this path. See /openapi.yaml.")

    init(
        _ status: HTTPResponse.Status, _ detail: String, errors: [FieldError]? = nil, reason: CursorExpiry? = nil,
        overlaps: [TaskOverlap]? = nil, error: DeviceRefusal? = nil
    ) {
        self.init(
            title: status.reasonPhrase, status: status.code, detail: detail, errors: errors, reason: reason, overlaps: overlaps,
            error: error)
    }

    private init(_ error: DomainError) {
        switch error {
        case .notFound(let what): self.init(.notFound, "There is no \(what), or it is not yours to see.")
        case .forbidden(let why): self.init(.forbidden, why)
        case .conflict(let why): self.init(.conflict, why)
        case .emailIsHeld(let why):
            let error = FieldError(field: "newAccount", detail: "must be true if the account with this email is not yours")
            self.init(.conflict, why, errors: [error])
        case .overlaps(let overlaps): self.init(.conflict, TaskOverlap.sentence(overlaps), overlaps: overlaps)
        case .stale:
            self.init(
                .preconditionFailed, "It was changed since you read it. Read it again and repeat the edit on the new revision.")
        case .invalid(let errors):
            let detail = errors.map { "\($0.field) \($0.detail)" }.joined(separator: "; ") + "."
            self.init(.unprocessableContent, detail, errors: errors)
        case .unauthenticated(let why): self.init(.unauthorized, why)
        case .tooLarge(let why): self.init(.contentTooLarge, why)
        case .unsupported(let why): self.init(.unsupportedMediaType, why)
        case .tooMany(let why, _): self.init(.tooManyRequests, why)
        case .expired(let reason): self.init(.gone, reason.sentence, reason: reason)
        case .deviceSignIn(let refusal): self.init(.badRequest, refusal.sentence, error: refusal)
        case .unavailable(let why): self.init(.serviceUnavailable, why)
        }
    }

    func response() throws -> Response {
        Response(
            status: HTTPResponse.Status(code: status), headers: [.contentType: "application/problem+json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try JSONCoding.bytes(self))))
    }

    /// Answers bytes that are not a request, and closes: the rest of the connection cannot be read either.
    /// - Parameter method: nil if it could not be read. An answer to HEAD has no body.
    static func refuse(_ context: ChannelHandlerContext, method: NIOHTTP1.HTTPMethod? = nil) {
        let problem = Problem(
            .badRequest,
            "The request is not HTTP/1.1, does not have exactly one Host, or has a head over 16 KiB. Correct it and send it again."
        )
        let body = ByteBuffer(bytes: (try? JSONCoding.bytes(problem)) ?? [])
        let head = HTTPResponseHead(
            version: .http1_1, status: .badRequest,
            headers: [
                "Connection": "close", "Content-Type": "application/problem+json", "Content-Length": "\(body.readableBytes)",
            ])
        let parts: [HTTPServerResponsePart] = [.head(head)] + (method == .HEAD ? [] : [.body(.byteBuffer(body))]) + [.end(nil)]
        for part in parts { context.write(NIOAny(part), promise: nil) }
        context.flush()
        context.close(promise: nil)
    }

    /// The headers of this error's response.
    static func headers(of error: any Error) -> HTTPFields {
        switch error {
        case DomainError.unauthenticated: [.wwwAuthenticate: "Bearer"]
        case DomainError.tooMany(_, let seconds): [.retryAfter: "\(max(1, seconds))"]
        case DomainError.unavailable, is CancellationError: [.retryAfter: "5"]
        case let error as HTTPError: error.headers
        default: [:]
        }
    }
}

extension DomainError {
    /// - Parameter limit: in bytes.
    static func bodyTooLarge(_ limit: Int) -> DomainError { .tooLarge("The body is over \(limit) bytes. Send a smaller one.") }

    static func control(_ scalar: Unicode.Scalar, in field: String) -> DomainError {
        .invalid(field, "must not hold the control character \(scalar.codePoint)")
    }
}

extension HTTPError {
    static let pathNotUTF8 = HTTPError(.badRequest, message: "The path is not UTF-8. Percent-encode its UTF-8 bytes.")
}

extension CursorExpiry {
    fileprivate var sentence: String {
        switch self {
        case .pruned: "The log no longer goes back to this cursor. Take a new snapshot."
        case .epoch: "This cursor is not from the present database. Take a new snapshot."
        case .ahead: "This cursor is ahead of the log. Take a new snapshot."
        }
    }
}
