import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore
import Synchronization

/// Snapshot, changes, and the streams. The two that browsers open with a ticket find out themselves who calls.
struct LiveRoutes {
    let store: any Store
    let hub: LiveHub
    let authenticator: StreamAuthenticator
    let places: StreamPlaces
    let address: ClientAddress

    /// For callers that `AuthenticationMiddleware` has let through.
    var routes: RouteCollection<AppContext> {
        RouteCollection(context: AppContext.self)
            .get("snapshot", use: snapshot)
            .get("changes", use: changes)
            .post("stream-tickets", use: ticket)
    }

    /// Outside of `AuthenticationMiddleware`.
    var streams: RouteCollection<AppContext> {
        RouteCollection(context: AppContext.self)
            .get("stream", use: stream)
            .get("ws", use: refuseUpgrade)
    }

    func snapshot(_ request: Request, context: AppContext) async throws -> Response {
        let (caller, query) = try (context.requireCaller(), request.query())
        let (limit, next) = (try query.whole("limit", in: 1...5_000) ?? 5_000, try query.text("next"))
        return try JSONBody.response(
            try await context.readingAtLength { try await store.snapshot(next: next, limit: limit, by: caller.account) })
    }

    func changes(_ request: Request, context: AppContext) async throws -> Response {
        let (caller, query) = try (context.requireCaller(), request.query())
        let wait = try query.whole("wait", in: 0...60) ?? 25
        let limit = try query.whole("limit", in: 1...500) ?? 500
        guard let text = try query.text("cursor") else {
            throw DomainError.invalid("cursor", "is missing: take it from /v1/snapshot, or say now")
        }
        if text == "now" { return Self.answer([], at: try await store.head().cursor, more: false) }
        var cursor = try Self.cursor(text)
        let deadline = NIODeadline.now() + .seconds(Int64(wait))
        var place: StreamPlace?
        defer { place?.leave() }
        while true {
            try await context.share?.room()
            let page = try await ChangesPage(after: cursor, limit: limit, for: caller.account, hub, store)
            let left = deadline - .now()
            if !page.changes.isEmpty || left <= .zero || hub.isClosing.load(ordering: .relaxed) {
                return answer(page)
            }
            if place == nil { place = try places.take(caller, from: client(request.headers[.forwardedFor])) }
            cursor = page.cursor
            context.share?.release()
            let isThere = try await LongPoll.news(
                for: caller, page.interest, after: cursor.position, within: left, hub: hub, on: context.channel)
            try authenticator.requireOpen(caller.session)
            if !isThere { return answer(page) }
        }
    }

    /// A client that waits when the server stops is told when to come back.
    private func answer(_ page: ChangesPage) -> Response {
        var response = Self.answer(page.changes, at: page.cursor, more: page.more)
        if hub.isClosing.load(ordering: .relaxed) { response.headers[.retryAfter] = "\(ReconnectPause.seconds())" }
        return response
    }

    private static func answer(_ changes: [ByteBuffer], at cursor: Cursor, more: Bool) -> Response {
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

    /// What does not read as a cursor is one of another epoch: cursors are opaque to clients.
    static func cursor(_ text: String) throws -> Cursor {
        guard let cursor = Cursor(text) else { throw DomainError.expired(.epoch) }
        return cursor
    }

    /// A place for the account that opens a stream. Throws `.unauthenticated`, `.tooMany`.
    /// - Parameter forwarded: the request's `X-Forwarded-For`.
    func place(authorization: String?, query: Query, forwarded: String?) async throws -> StreamPlace {
        let client = client(forwarded)
        return try await authenticator.caller(authorization: authorization, query: query) {
            try places.take($0, from: client)
        }
    }

    private func client(_ forwarded: String?) -> AddressBlock? { address.forwarded(forwarded).map(AddressBlock.init) }

    func ticket(_ request: Request, context: AppContext) async throws -> Response {
        try JSONBody.response(authenticator.tickets.issue(to: try context.requireCaller()), status: .created)
    }

    /// Reached by what did not become a WebSocket: not signed in, or no upgrade.
    func refuseUpgrade(_ request: Request, context: AppContext) async throws -> Response {
        if request.headers[.secWebSocketKey] != nil {
            let query = try request.query()
            _ = try query.text("cursor")
            _ = try await place(
                authorization: request.headers[.authorization], query: query, forwarded: request.headers[.forwardedFor])
        }
        throw HTTPError(
            .upgradeRequired, headers: [.upgrade: "websocket", .secWebSocketVersion: "13"],
            message: "Open this path as a WebSocket (RFC 6455, version 13), on a connection of its own.")
    }
}

/// What `GET /v1/changes` answers, from memory if it is recent.
private struct ChangesPage {
    /// JSON of each.
    let changes: [ByteBuffer]
    let cursor: Cursor
    let more: Bool
    let interest: Interest

    /// Throws `.expired`.
    init(after cursor: Cursor, limit: Int, for account: Account.ID, _ hub: LiveHub, _ store: any Store) async throws {
        if let page = try await hub.recentPage(after: cursor, limit: limit, for: account) {
            changes = page.frames.map(\.encoded.data)
            (self.cursor, more, interest) = (Cursor(epoch: cursor.epoch, page.end), page.more, page.interest)
        } else {
            let page = try await store.changes(after: cursor, limit: limit, by: account)
            changes = page.changes.map { ByteBuffer(string: $0.delivery.text) }
            (self.cursor, more, interest) = (page.cursor, page.more, page.interest)
        }
    }
}

extension HTTPField.Name {
    fileprivate static var secWebSocketKey: Self { Self("Sec-WebSocket-Key") ?? .upgrade }
    fileprivate static var secWebSocketVersion: Self { Self("Sec-WebSocket-Version") ?? .upgrade }
}
