import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore

/// A person's own folder of files, for programs that keep notes, lists and settings over WebDAV (RFC 4918, classes 1 and 3):
/// `/dav/files/ACCOUNT/`. PROPFIND and REPORT are those of `DAVTree`.
struct FolderRoutes: Sendable {
    let store: any FolderStore
    let throttle: WriteThrottle
    private let turns = OneAtATime<Account.ID>()

    init(store: any FolderStore, throttle: WriteThrottle) { (self.store, self.throttle) = (store, throttle) }

    /// - Parameter names: the path within the caller's folder.
    func answer(
        _ method: HTTPRequest.Method, _ names: [String], of account: Account.ID, _ request: Request, _ context: AppContext
    ) async throws -> Response {
        do {
            let path = try FolderPath(names)
            if method == .get { return try await get(path, account, request, context) }
            guard request.headers[.davIf] == nil else {
                throw DAVFailure(
                    .preconditionFailed, nil, "The server has no locks, and does not read the header If. Send If-Match instead."
                )
            }
            return switch method {
            case .put: try await put(path, account, request, context)
            case .delete: try await delete(path, account, request, context)
            case .mkcol: try await make(path, account, request, context)
            case .copy, .move: try await transfer(path, account, request, context)
            default: try await setProperties(of: path, account, request, context)
            }
        } catch let refusal as FolderRefusal {
            throw refusal.failure
        }
    }

    static func absent(_ names: [String]) -> DomainError {
        .notFound("file or folder \(names.joined(separator: "/").prefix(100))")
    }

    /// One change of a person at a time, so that they never fill the queue of the store's one writer.
    private func change(_ change: FolderChange, by account: Account.ID) async throws -> Bool {
        try await turns.run(for: account) { try await store.change(change, by: account) }
    }
}

extension FolderRoutes {
    /// HEAD does the same; the router drops the body. A folder is a list of what is in it, for people.
    private func get(
        _ path: FolderPath, _ account: Account.ID, _ request: Request, _ context: AppContext
    ) async throws -> Response {
        try await context.share?.reservePage()
        guard let (item, bytes) = try await store.file(at: path, of: account), let content = item.content else {
            return try await list(path, account)
        }
        var headers: HTTPFields = [
            .eTag: "\"\(content.etag)\"", .cacheControl: "private, no-cache",
            // No browser runs a file as a page of this server.
            .contentSecurityPolicy: "default-src 'none'; sandbox",
            .contentDisposition: ContentDisposition.attachment(path.names.last ?? ""),
        ]
        headers[.lastModified] = item.modifiedAt.map { HTTPDate.text($0) }
        let condition = ObjectCondition(request)
        guard condition.holdsIfMatch(for: content.etag) else { throw FolderRefusal.stale }
        if condition.knows(content.etag) { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = content.mediaType
        return Response(status: .ok, headers: headers, body: .counted(bytes, context))
    }

    private func list(_ path: FolderPath, _ account: Account.ID) async throws -> Response {
        let folder = try await store.folderOutline(of: account)
        guard folder[path] != nil else { throw Self.absent(path.names) }
        let names = folder.members(of: path).map { ($0.path.names.last ?? "") + ($0.isFolder ? "/\n" : "\n") }
        return Response(
            status: .ok,
            headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "private, no-cache", .dav: DAVXML.classes],
            body: ResponseBody(byteBuffer: ByteBuffer(string: names.joined())))
    }

    private func put(
        _ path: FolderPath, _ account: Account.ID, _ request: Request, _ context: AppContext
    ) async throws -> Response {
        // RFC 9110, section 14.5: a part must not be taken for the whole.
        guard request.headers[.contentRange] == nil else {
            throw DAVFailure(.badRequest, nil, "Send the whole file, without Content-Range.")
        }
        let received = try await DAVBody.bytes(of: request, context, upTo: PersonalFolder.mostFileBytes)
        defer { withExtendedLifetime(received) {} }
        // The caller may have signed out meanwhile.
        _ = try context.requireCaller()
        try charge((items: 0, bytes: received.bytes.count), account, context)
        let condition = try await condition(of: request, path, account)
        let content = FileContent(
            received.bytes, mediaType: Self.mediaType(of: request), etag: Secret.shortDigest(received.bytes))
        let isNew = try await change(.put(content, at: path, if: condition), by: account)
        return Response(status: isNew ? .created : .noContent, headers: [.eTag: "\"\(content.etag)\""])
    }

    /// As the program says, if it is a media type (RFC 9110, section 8.3).
    private static func mediaType(of request: Request) -> String {
        let unknown = "application/octet-stream"
        guard let text = request.headers[.contentType]?.trimmed, text.utf8.count <= 200 else { return unknown }
        let isType = text.wholeMatch(of: /[A-Za-z0-9!#$&^_.+-]+\/[A-Za-z0-9!#$&^_.+-]+(\s*;[\x20-\x7E]*)?/) != nil
        return isType ? text : unknown
    }

    private func delete(
        _ path: FolderPath, _ account: Account.ID, _ request: Request, _ context: AppContext
    ) async throws -> Response {
        let (depth, folder) = (try request.depth(.infinity), try await store.folderOutline(of: account))
        guard depth == .infinity || folder[path]?.isFolder == false else {
            throw DAVFailure(.badRequest, nil, "A folder is removed with all that is in it. Send Depth: infinity, or no Depth.")
        }
        let condition = try await condition(of: request, path, account)
        try charge((folder.extent(of: path).items, 0), account, context)
        _ = try await change(.remove(path, if: condition), by: account)
        return Response(status: .noContent)
    }

    /// For the store, which checks it in its transaction. Throws `.stale` if another, which the store does not know, does not hold.
    private func condition(
        of request: Request, _ path: FolderPath, _ account: Account.ID
    ) async throws -> WriteCondition {
        let condition = ObjectCondition(request)
        if !condition.isStored, try await !condition.holds(for: store.folderItem(at: path, of: account)?.tag) {
            throw FolderRefusal.stale
        }
        return condition.stored
    }

    /// Counts what a request writes besides its first row: each item, and each 64 KiB, is a change. Throws `.tooMany`.
    private func charge(_ extent: (items: Int, bytes: Int), _ account: Account.ID, _ context: AppContext) throws {
        let cost = max(0, extent.items - 1) + (extent.bytes >> 16)
        if cost > 0 { try throttle.take(.objects, account, from: context.address, cost: cost) }
    }
}

extension FolderRoutes {
    /// MKCOL, with properties if there is a body (RFC 5689).
    private func make(
        _ path: FolderPath, _ account: Account.ID, _ request: Request, _ context: AppContext
    ) async throws -> Response {
        let body = try await DAVBody.xml(of: request, context)
        if let body, body.name != .dav("mkcol") {
            throw DAVFailure(.unsupportedMediaType, nil, "The body must be a DAV:mkcol.")
        }
        var update = try body.map { try PropertyUpdate($0) } ?? PropertyUpdate()
        if let types = update.value(.dav("resourcetype")), types.children.map(\.name) != [.dav("collection")] {
            throw DAVFailure(
                .forbidden, .dav("valid-resourcetype"), "Only folders can be made here. Make calendars in /dav/calendars/.")
        }
        update = update.afterMaking
        let refused = update.refusals(present: [])
        guard refused.isEmpty else {
            var response = DAVResponse(href: request.uri.path)
            response.refused = refused
            return DAVXML.response(
                .forbidden, DAVElement(.dav("mkcol-response"), response.propertyStatuses(minimal: false)))
        }
        guard ObjectCondition(request).holdsIfMatch(for: nil) else { throw FolderRefusal.stale }
        _ = try await change(.makeFolder(path, properties: update.all.compactMapValues(\.self)), by: account)
        return Response(status: .created, headers: [.dav: DAVXML.classes])
    }

    private func setProperties(
        of path: FolderPath, _ account: Account.ID, _ request: Request, _ context: AppContext
    ) async throws -> Response {
        let update = try await PropertyUpdate(body: request, context)
        let condition = try await condition(of: request, path, account)
        guard let item = try await store.folderItem(at: path, of: account) else { throw Self.absent(path.names) }
        var response = DAVResponse(href: request.uri.path)
        response.refused =
            path == .root ? update.allRefused : update.refusals(present: Set(item.properties.keys))
        if response.refused.isEmpty {
            _ = try await change(.set(update.all, of: path, if: condition), by: account)
            response.found = update.names.map { DAVElement($0) }
        }
        return response.answer(to: request)
    }
}

extension FolderRoutes {
    /// COPY and MOVE (RFC 4918, sections 9.8 and 9.9).
    private func transfer(
        _ path: FolderPath, _ account: Account.ID, _ request: Request, _ context: AppContext
    ) async throws -> Response {
        let target = try Self.destination(of: request, account)
        let overwrite = try request.overwrites()
        let depth = try request.depth(.infinity)
        let isCopy = request.method == .copy
        let folder = try await store.folderOutline(of: account)
        guard depth == .infinity || isCopy && depth == .zero || folder[path]?.isFolder == false else {
            throw DAVFailure(
                .badRequest, nil, isCopy ? "Send Depth: 0 or Depth: infinity." : "A folder is moved as a whole. Send no Depth.")
        }
        let condition = try await condition(of: request, path, account)
        try charge(folder.extent(of: path), account, context)
        let isNew = try await change(
            isCopy
                ? .copy(path, to: target, whole: depth == .infinity, overwrite: overwrite, if: condition)
                : .move(path, to: target, overwrite: overwrite, if: condition), by: account)
        return Response(status: isNew ? .created : .noContent)
    }

    private static func destination(of request: Request, _ account: Account.ID) throws -> FolderPath {
        guard case .item(let names, _, let owner) = try request.destination(), Account.ID(owner) == account else {
            throw DAVFailure(.forbidden, nil, "Files stay within their person's folder, /dav/files/\(account)/.")
        }
        return try FolderPath(names)
    }
}

extension FolderRefusal {
    fileprivate var failure: any Error {
        switch self {
        case .badPath(let why): DAVFailure(.badRequest, nil, why)
        case .absent(let path): FolderRoutes.absent(path.names)
        case .noParent(let path):
            DAVFailure(.conflict, nil, "There is no folder \(path.parent?.text ?? ""). Make it first with MKCOL.")
        case .exists:
            DAVFailure(.methodNotAllowed, .dav("resource-must-be-null"), "There is something at this path already.")
        case .isFolder: DAVFailure(.methodNotAllowed, nil, "This is a folder. Put files into it.")
        case .isRoot:
            DAVFailure(.forbidden, nil, "Your folder itself cannot be changed or removed. Change its files and folders.")
        case .overlaps:
            DAVFailure(
                .forbidden, nil, "Nothing is copied or moved onto itself, into itself, or over a folder that contains it.")
        case .stale: DAVFailure.stale
        case .taken:
            DAVFailure(.preconditionFailed, nil, "There is something at the destination, and Overwrite is F.")
        case .full(let why): DAVFailure.full(why)
        }
    }
}
