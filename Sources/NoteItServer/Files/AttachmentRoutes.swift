import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore

/// Files of events and replies.
struct AttachmentRoutes {
    let store: any Store
    let limits: AttachmentLimits

    private static let disk = FileIO()
    /// The uploads of one account at once: each may fill the disk up to the largest size before it is refused.
    private static let most = 4

    private let uploads = Quota<Account.ID>(each: most)

    var routes: Routes {
        Routes()
            .post("/v1/attachments", limit: .uploads, token: .post(.anywhere), use: upload)
            .get("/v1/attachments/:attachment", token: .read(.attachment), use: show)
            .delete("/v1/attachments/:attachment", limit: .own, use: discard)
    }

    /// The body is the file. Its `Content-Type` is ignored.
    func upload(_ request: Request, context: AppContext) async throws -> Response {
        let (caller, query) = try (context.requireCaller(), request.query())
        guard let name = try query.text("name") else { throw DomainError.invalid("name", "is required") }
        let size = request.headers[.contentLength].flatMap { Int($0) }
        let new = try NewAttachment(id: query.identifier("id"), name: name, size: size).validated()
        try request.requirePlainBody("file")
        let (attachment, created) = try await stored(new, request, caller)
        // The caller may have signed out during the upload.
        _ = try context.requireCaller()
        var response = try JSONBody.response(attachment, status: created ? .created : .ok)
        if created { response.headers[.location] = "/v1/attachments/\(attachment.id)" }
        return response
    }

    private func stored(
        _ new: NewAttachment, _ request: Request, _ caller: Caller
    ) async throws -> (attachment: Attachment, created: Bool) {
        let permit = try uploads.permit(for: caller.account) { _ in
            .tooMany("You are sending \(Self.most) files already. Wait until one has arrived.", retryAfter: 5)
        }
        defer { permit.release() }
        do {
            let bytes = request.body.map { Array($0.readableBytesView) }
            return try await store.upload(new, bytes: bytes, limits: limits, by: caller.account)
        } catch is IOError {
            throw HTTPError(.badRequest, message: "The connection broke before the file had arrived. Send it again.")
        }
    }

    /// The file or a range of it. A browser never shows it as a page of this server.
    func show(_ request: Request, context: AppContext) async throws -> Response {
        let file = try await find(context)
        let (attachment, tag) = (file.attachment, "\"\(file.attachment.sha256)\"")
        var headers: HTTPFields = [
            .eTag: tag, .acceptRanges: "bytes", .cacheControl: "no-store",
            .contentSecurityPolicy: "default-src 'none'; sandbox",
            .contentDisposition: ContentDisposition.attachment(attachment.name),
        ]
        if request.knows(attachment.sha256) { return Response(status: .notModified, headers: headers) }
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
                message: "The file has only \(attachment.size) bytes. Ask for a range within them.")
        }
    }

    private func find(_ context: AppContext) async throws -> StoredFile {
        let caller = try context.requireCaller()
        return try await store.attachment(context.identifier("attachment", of: "file"), by: caller.account)
    }

    /// Gives the room of a file back that will not be attached.
    func discard(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let caller = try context.requireCaller()
        try await store.discardUpload(context.identifier("attachment", of: "file"), by: caller.account)
        return .noContent
    }

    private func body(_ file: StoredFile, _ range: ClosedRange<Int>, _ context: AppContext) async throws -> ResponseBody {
        do {
            do {
                return try await Self.disk.loadFile(path: file.path, range: range, context: context)
            } catch let error as HTTPError where error.status == .notFound && store.isShared {
                // A copy may have made room for others meanwhile.
                return try await Self.disk.loadFile(path: try await find(context).path, range: range, context: context)
            }
        } catch let error as HTTPError where error.status == .notFound {
            context.logger.error("The file \(file.path) of the attachment \(file.attachment.id) is missing")
            throw DomainError.unavailable("The content of this file is missing. Ask the operator to restore it from a backup.")
        }
    }
}
