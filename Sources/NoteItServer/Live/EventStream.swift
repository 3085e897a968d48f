import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore

/// Server-sent events (WHATWG HTML, section 9.2).
extension LiveRoutes {
    func stream(_ request: Request, context: AppContext) async throws -> Response {
        let query = try request.query()
        let permit = try await admit(
            authorization: request.headers[.authorization], query: query, forwarded: request.headers[.forwardedFor])
        let asked = try request.headers[.lastEventID] ?? query.text("cursor")
        let start = try await resume(asked, for: permit.caller.account)
        let (hub, channel) = (hub, context.channel)
        let body = ResponseBody { writer in
            defer { permit.release() }
            // Sends the head of the response. From here on the listener writes to the socket.
            try await writer.write(ByteBuffer(string: "retry: \(ReconnectPause.milliseconds())\n\n"))
            switch start {
            case .success(let cursor): try await Self.listen(permit.caller, from: cursor, hub, channel)
            case .failure(.expired(let reason)): try await writer.write(ByteBuffer(string: Self.expired(reason)))
            case .failure(let error): throw error
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: .eventStream, body: body)
    }

    /// The cursor where a stream begins: the one asked for, else the head.
    func resume(_ asked: String?, for account: Account.ID) async throws -> Result<LogCursor, DomainError> {
        guard let asked, asked != "now" else { return .success(try await store.head().cursor) }
        guard let cursor = LogCursor(asked) else { return .failure(.expired(.epoch)) }
        if hub.covers(cursor, for: account) { return .success(cursor) }
        return try await store.head().expiry(of: cursor).map { .failure(.expired($0)) } ?? .success(cursor)
    }

    private static func expired(_ reason: CursorExpiry) -> String {
        "event: expired\ndata: {\"expired\":\"\(reason.rawValue)\"}\n\n"
    }

    /// Returns when the stream is over.
    private static func listen(_ caller: Caller, from cursor: LogCursor, _ hub: LiveHub, _ channel: any Channel) async throws {
        try await channel.eventLoop.flatSubmit {
            let over = channel.eventLoop.makePromise(of: Void.self)
            guard channel.isActive, let shard = hub.shard(of: channel.eventLoop) else {
                over.succeed()
                return over.futureResult
            }
            let listener = Listener(caller, .sse, from: cursor, hub: hub, shard: shard) { over.succeed() }
            do {
                try channel.pipeline.syncOperations.addHandler(listener, position: .first)
                listener.start()
            } catch {
                over.fail(error)
            }
            return over.futureResult
        }.get()
    }
}
