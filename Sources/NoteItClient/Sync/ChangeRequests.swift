import AsyncHTTPClient
import NoteItCore

/// Keeping in step: snapshot, changes, stream.
extension APIClient {
    /// A page of all that I may see. Throws `.problem` with 410 if its log position is gone meanwhile.
    /// - Parameter next: of the page before; nil for the first.
    public func snapshot(next: String? = nil) async throws -> Snapshot {
        try await send(Call(.GET, "v1", "snapshot").with(["next": next]))
    }

    /// The head of the log, now.
    public func head() async throws -> Cursor {
        try await RawChangePage(send(Call(.GET, "v1", "changes").with(["cursor": "now"]))).cursor
    }

    /// Changes behind `cursor`. Throws `.problem` with 410 if it cannot be resumed from: see `ClientError.expiry`.
    /// - Parameters:
    ///   - wait: seconds for which the server may hold the answer until there is a change, 0 to 50: the
    ///     connection may be silent for 60.
    ///   - limit: changes at most.
    public func changes(since cursor: Cursor, wait: Int = 0, limit: Int = 500) async throws -> ChangeBatch {
        let call = Call(.GET, "v1", "changes")
            .with(["cursor": cursor.description, "wait": String(wait), "limit": String(limit)])
        return try await RawChangePage(send(call.waiting(.seconds(wait)))).batch(from: cursor)
    }

    /// A ticket with which one stream can be opened without an `Authorization` header.
    public func streamTicket() async throws -> StreamTicket { try await send(Call(.POST, "v1", "stream-tickets")) }

    /// The bytes of the server-sent events behind `cursor`.
    func stream(from cursor: Cursor) async throws -> HTTPClientResponse.Body {
        var call = Call(.GET, "v1", "stream").with(["cursor": cursor.description])
        call.accept = "text/event-stream"
        return try await open(call)
    }
}
