import HTTPTransport
import NoteItCore

/// Snapshot, changes and stream.
extension APIClient {
    /// A page of everything that I may see. Throws `.problem` with 410 if its cursor has expired meanwhile.
    /// - Parameter next: the `next` of the previous page; nil for the first page.
    public func snapshot(next: String? = nil) async throws -> Snapshot {
        try await send(Call(.GET, "v1", "snapshot").with(["next": next]))
    }

    /// The current head of the log.
    public func head() async throws -> LogCursor {
        try await RawChangePage(send(Call(.GET, "v1", "changes").with(["cursor": "now"]))).cursor
    }

    /// The changes after `cursor`. Throws `.problem` with 410 if it has expired: see `ClientError.expiry`. Throws `.unexpected`
    /// if there are more, but not after a later cursor.
    /// - Parameters:
    ///   - wait: how many seconds the server may wait for a change, 0 to 50: a connection is dead after 60 s of silence.
    ///   - limit: the most changes in a page.
    public func changes(since cursor: LogCursor, wait: Int = 0, limit: Int = 500) async throws -> ChangeBatch {
        let call = Call(.GET, "v1", "changes")
            .with(["cursor": cursor.description, "wait": String(wait), "limit": String(limit)])
        let batch = try await RawChangePage(send(call.waiting(.seconds(wait)))).batch(from: cursor)
        // A client that asks until there is no more would ask for ever.
        guard !batch.more || (batch.to.epoch == cursor.epoch && batch.to.position > cursor.position) else {
            throw ClientError.unexpected("The server's log does not advance from \(cursor).")
        }
        return batch
    }

    /// The bytes of the server-sent events after `cursor`.
    func stream(from cursor: LogCursor) async throws -> TransportBody {
        let call = Call(.GET, "v1", "stream").with(["cursor": cursor.description])
        return try await open(call.with(\.accept, "text/event-stream"))
    }
}

/// A `ChangePage` with its changes as received, so that unknown ones are passed on too.
struct RawChangePage {
    let changes: [String]
    let cursor: LogCursor
    let more: Bool

    /// Throws `.unexpected`.
    init(_ response: HTTPResponse) throws {
        let page: Bounds = try response.decode()
        guard let cursor = LogCursor(page.cursor),
            let changes = JSONSlices.elements(of: "changes", in: response.body)
        else { throw ClientError.unexpected("The server sent a cursor that cannot be read: \(page.cursor.debugDescription).") }
        (self.changes, self.cursor, more) = (changes, cursor, page.more)
    }

    /// The page without its changes.
    private struct Bounds: Decodable {
        var cursor: String
        var more: Bool
    }

    func batch(from: LogCursor) throws -> ChangeBatch {
        ChangeBatch(from: from, to: cursor, changes: try changes.map(ReceivedChange.init(json:)), more: more)
    }
}
