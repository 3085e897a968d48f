import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore

/// Files that go with events and replies.
struct AttachmentRoutes {
    let store: any Store
    let limits: AttachmentLimits
    let places: UploadPlaces

    private static let disk = FileIO()

    var routes: RouteCollection<AppContext> {
        RouteCollection(context: AppContext.self)
            .post("attachments", use: upload)
            .get("attachments/:attachment", use: show)
    }

    /// The body is the file, whatever its `Content-Type` says of it.
    func upload(_ request: Request, context: AppContext) async throws -> Response {
        let (caller, query) = try (context.requireCaller(), request.query())
        guard let name = try query.text("name") else { throw DomainError.invalid("name", "is required") }
        let size = request.headers[.contentLength].flatMap { Int($0) }
        let new = try NewAttachment(id: query.identifier("id"), name: name, size: size).validated()
        // Nothing is unpacked here: what a body would grow to is its sender's to say.
        guard ["identity", nil].contains(request.headers[.contentEncoding]?.lowercased()) else {
            throw DomainError.unsupported("Send the file as it is, without a Content-Encoding.")
        }
        let bytes = request.body.map { Array($0.readableBytesView) }
        let (attachment, created) = try await places.holding(one: caller.account) {
            do {
                let stored = try await store.upload(new, bytes: bytes, limits: limits, by: caller.account)
                _ = try context.requireCaller()
                return stored
            } catch is IOError {
                throw HTTPError(.badRequest, message: "The connection broke before the file was there.")
            }
        }
        var response = try JSONBody.response(attachment, status: created ? .created : .ok)
        if created { response.headers[.location] = "/v1/attachments/\(attachment.id)" }
        return response
    }

    /// Whole or in part. Never to be shown by a browser as a page of this server.
    func show(_ request: Request, context: AppContext) async throws -> Response {
        let caller = try context.requireCaller()
        let file = try await store.attachment(context.identifier("attachment", of: "file"), by: caller.account)
        let (attachment, tag) = (file.attachment, "\"\(file.attachment.sha256)\"")
        var headers: HTTPFields = [
            .eTag: tag, .acceptRanges: "bytes", .cacheControl: "private, no-cache",
            .contentSecurityPolicy: "default-src 'none'; sandbox",
            .contentDisposition: ContentDisposition.attachment(attachment.name),
        ]
        if Self.knows(request, tag) { return Response(status: .notModified, headers: headers) }
        headers[.contentType] =
            attachment.mediaType.hasPrefix("text/") ? attachment.mediaType + "; charset=utf-8" : attachment.mediaType
        switch ByteRange.asked(by: request, of: attachment.size, tag: tag) {
        case .whole:
            return Response(status: .ok, headers: headers, body: try await body(file, 0...attachment.size - 1, context))
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound)/\(attachment.size)"
            return Response(status: .partialContent, headers: headers, body: try await body(file, range, context))
        case .outside:
            throw HTTPError(
                .rangeNotSatisfiable, headers: [.contentRange: "bytes */\(attachment.size)"],
                message: "The file has \(attachment.size) bytes; none of those asked for.")
        }
    }

    private static func knows(_ request: Request, _ tag: String) -> Bool {
        let tags = request.headers[values: .ifNoneMatch].flatMap { $0.split(separator: ",") }
        return tags.map { $0.trimmingCharacters(in: .whitespaces) }.contains { $0 == "*" || $0 == tag || $0 == "W/" + tag }
    }

    private func body(_ file: StoredFile, _ range: ClosedRange<Int>, _ context: AppContext) async throws -> ResponseBody {
        do {
            return try await Self.disk.loadFile(path: file.path, range: range, context: context)
        } catch let error as HTTPError where error.status == .notFound {
            context.logger.error("The file \(file.path) of the attachment \(file.attachment.id) is missing")
            throw DomainError.unavailable("The server lacks the content of this file; its operator has it in a backup.")
        }
    }
}
