import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore
import Synchronization

/// The snapshot, the changes after it, and the live streams.
struct LiveRoutes {
    let store: any Store
    let hub: LiveHub
    let authenticator: StreamAuthenticator
    let quota: StreamQuota
    let address: ClientAddress

    static let (streamPath, webSocketPath) = ("/v1/stream", "/v1/ws")

    var routes: Routes {
        Routes()
            .get("/v1/snapshot", token: .read(.anywhere), use: snapshot)
            .get("/v1/changes", token: .read(.anywhere), use: changes)
            .post("/v1/stream-tickets", limit: .own, use: ticket)
    }

    /// Outside of `AuthenticationMiddleware`, since a browser opens them with a ticket.
    var streams: Routes {
        Routes()
            .get(RouterPath(Self.streamPath), use: stream)
            .get(RouterPath(Self.webSocketPath), use: refuseUpgrade)
    }

    func snapshot(_ request: Request, context: AppContext) async throws -> Response {
        let (caller, query) = try (context.requireCaller(), request.query())
        let (limit, next) = (try query.whole("limit", in: 1...5_000) ?? 5_000, try query.text("next"))
        let page = try await context.longRead {
            try await store.snapshot(next: next, limit: limit, by: caller.account, only: caller.token?.course)
        }
        return try JSONBody.compressed(page, for: request)
    }

    func changes(_ request: Request, context: AppContext) async throws -> Response {
        let (caller, query) = try (context.requireCaller(), request.query())
        let wait = try query.whole("wait", in: 0...60) ?? 25
        let limit = try query.whole("limit", in: 1...500) ?? 500
        guard let text = try query.text("cursor") else {
            throw DomainError.invalid("cursor", "is required: take it from /v1/snapshot, or send now")
        }
        if text == "now" { return Self.answer([], at: try await store.head().cursor, more: false) }
        // Cursors are opaque to clients: malformed text counts as one of another epoch.
        guard let cursor = LogCursor(text) else { throw DomainError.expired(.epoch) }
        let client = addressBlock(request.headers[.forwardedFor])
        let page = try await readPage(
            after: cursor, limit: limit, within: .seconds(Int64(wait)), for: caller, from: client, context)
        var response = Self.answer(page.changes, at: page.cursor, more: page.more)
        if isClosing { response.headers[.retryAfter] = "\(ReconnectPause.seconds())" }
        return response
    }

    private var isClosing: Bool { hub.isClosing.load(ordering: .relaxed) }

    /// The next page. An empty page waits for a change, and holds a permit while it waits.
    private func readPage(
        after cursor: LogCursor, limit: Int, within wait: TimeAmount, for caller: Caller, from client: AddressBlock?,
        _ context: AppContext
    ) async throws -> ChangesPage {
        let deadline = NIODeadline.now() + wait
        var permit: StreamPermit?
        defer { permit?.release() }
        var cursor = cursor
        while true {
            try await context.share?.reservePage()
            let page = try await ChangesPage(after: cursor, limit: limit, for: caller, hub, store)
            let left = deadline - .now()
            if !page.changes.isEmpty || left <= .zero || isClosing { return page }
            if permit == nil { permit = try quota.permit(for: caller, from: client) }
            cursor = page.cursor
            context.share?.release()
            let isThere = try await LongPoll.news(
                for: caller, page.interest, after: cursor.position, within: left, hub: hub, on: context.channel)
            try authenticator.requireOpen(caller.session)
            if !isThere { return page }
        }
    }

    private static func answer(_ changes: [ByteBuffer], at cursor: LogCursor, more: Bool) -> Response {
        var body = ByteBuffer()
        body.reserveCapacity(changes.reduce(128) { $0 + $1.readableBytes + 1 })
        body.writeString(#"{"changes":["#)
        for (index, change) in changes.enumerated() {
            if index > 0 { body.writeString(",") }
            body.writeImmutableBuffer(change)
        }
        body.writeString(#"],"cursor":"\#(cursor)","more":\#(more)}"#)
        return JSONBody.response(bytes: body)
    }

    /// Throws `.unauthenticated`, `.tooMany`.
    /// - Parameter forwarded: the request's `X-Forwarded-For`.
    func admit(authorization: String?, query: Query, forwarded: String?) async throws -> StreamPermit {
        let client = addressBlock(forwarded)
        return try await authenticator.caller(authorization: authorization, query: query) {
            try quota.permit(for: $0, from: client)
        }
    }

    private func addressBlock(_ forwarded: String?) -> AddressBlock? { address.forwarded(forwarded).map(AddressBlock.init) }

    func ticket(_ request: Request, context: AppContext) async throws -> Response {
        try JSONBody.response(try await authenticator.tickets.issue(to: try context.requireCaller()), status: .created)
    }

    /// Answers requests that did not become a WebSocket: without an upgrade, or not admitted.
    func refuseUpgrade(_ request: Request, context: AppContext) async throws -> Response {
        if request.headers[.secWebSocketKey] != nil {
            let query = try request.query()
            _ = try query.text("cursor")
            _ = try await admit(
                authorization: request.headers[.authorization], query: query, forwarded: request.headers[.forwardedFor])
        }
        throw HTTPError(
            .upgradeRequired, headers: [.upgrade: "websocket", .secWebSocketVersion: "13"],
            message: "Open this path as a WebSocket (RFC 6455, version 13), on a connection of its own.")
    }
}

/// The answer of `GET /v1/changes`, from memory if that covers it.
private struct ChangesPage {
    /// The changes, each encoded as JSON.
    let changes: [ByteBuffer]
    let cursor: LogCursor
    let more: Bool
    let interest: Interest

    /// Throws `.expired`.
    init(after cursor: LogCursor, limit: Int, for caller: Caller, _ hub: LiveHub, _ store: any Store) async throws {
        if let page = try await hub.recentPage(after: cursor, limit: limit, for: caller) {
            changes = page.frames.map(\.encoded.data)
            (self.cursor, more, interest) = (LogCursor(epoch: cursor.epoch, page.end), page.more, page.interest)
        } else {
            let page = try await store.changes(
                after: cursor, limit: limit, by: caller.account, only: caller.token?.course)
            changes = page.changes.map { ByteBuffer(string: $0.delivery.text) }
            (self.cursor, more, interest) = (page.cursor, page.more, page.interest)
        }
    }
}
