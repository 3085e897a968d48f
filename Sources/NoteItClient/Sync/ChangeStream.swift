import Foundation
import HTTPTransport
import NoteItCore

/// The changes of the log as they happen, over server restarts and broken connections, none lost or repeated.
///
/// On each connection it first fetches the changes that it missed (`GET /v1/changes`), then listens to the stream. After a
/// loss it waits as long as the server asked, a second at least, then by its own backoff. The pauses grow while connections end
/// without news. It ends after `.state(.expired)`: take a new snapshot, then a new stream from its cursor. Iterating throws
/// `.notSignedIn` when the session is over, and `.problem` for lasting failures.
public struct ChangeStream: AsyncSequence, Sendable {
    public enum Element: Sendable, Equatable {
        /// Changes, at least one: with them the reader has everything up to `batch.to`.
        case changes(ChangeBatch)
        /// The log has reached this cursor without changes for me.
        case at(LogCursor)
        case state(State)
    }

    public enum State: Sendable, Equatable {
        /// Listening live; everything up to the cursor is delivered.
        case connected(at: LogCursor)
        /// Comes once for each connection, after `connected`: how many missed changes were delivered since the start or the
        /// previous connection.
        case caughtUp(changes: Int)
        /// Not connected; the next attempt starts after `pause`. Attempts count from 1.
        case reconnecting(attempt: Int, pause: Duration, why: ClientError)
        /// The cursor has expired. The last element.
        case expired(CursorExpiry)
    }

    let client: APIClient
    let start: LogCursor?
    let backoff: Backoff
    let page: Int

    /// - Parameter start: the cursor to resume from; nil starts at the current head.
    /// - Parameter page: how many missed changes to fetch at a time. With 1, each has its own cursor, as live changes do.
    public init(_ client: APIClient, from start: LogCursor?, backoff: Backoff = Backoff(), page: Int = 500) {
        (self.page, self.client, self.start, self.backoff) = (page, client, start, backoff)
    }

    public func makeAsyncIterator() -> Iterator { Iterator(client: client, cursor: start, backoff: backoff, page: page) }

    /// The least pause that a server may ask for, unless the backoff has less.
    private static let leastAsked = Duration.seconds(1)

    /// Pulls from the connection: a slow reader causes backpressure, not a growing queue.
    public struct Iterator: AsyncIteratorProtocol {
        private enum Phase {
            case catchingUp, connecting
            case listening(TransportBody.Iterator, EventStreamParser)
            case waiting(Duration)
            case ended
        }

        private let client: APIClient
        private let backoff: Backoff
        private let page: Int
        private var cursor: LogCursor?
        private var phase = Phase.catchingUp
        private var pending: [Element] = []
        private var missed = 0
        /// The connections that were lost since the cursor last advanced, or since one lasted.
        private var failures = 0
        private var connectedAt: ContinuousClock.Instant?
        /// The number of frames received on this connection.
        private var frames = 0
        /// The `retry` of the server: how long to wait after the connection is lost.
        private var pauseAsked: Duration?

        init(client: APIClient, cursor: LogCursor?, backoff: Backoff, page: Int) {
            (self.page, self.client, self.cursor, self.backoff) = (page, client, cursor, backoff)
        }

        /// Throws `CancellationError` when its task is cancelled.
        public mutating func next() async throws -> Element? {
            while pending.isEmpty {
                if case .ended = phase { return nil }
                do {
                    try await advance()
                } catch let error as ClientError {
                    try recover(from: error)
                }
            }
            return pending.removeFirst()
        }

        private mutating func advance() async throws {
            switch phase {
            case .catchingUp: try await catchUp()
            case .connecting: try await connect()
            case .listening(let body, var parser):
                let events = try parser.feed(try await read(body))
                phase = .listening(body, parser)
                pauseAsked = parser.retry.map { Swift.min(.milliseconds($0), backoff.most) }
                for event in events { try receive(event) }
            case .waiting(let pause):
                try await Task.sleep(for: pause)
                phase = .catchingUp
            case .ended: break
            }
        }

        private mutating func catchUp() async throws {
            guard let from = cursor else {
                cursor = try await client.head()
                phase = .connecting
                return
            }
            let batch = try await client.changes(since: from, limit: page)
            if !batch.changes.isEmpty {
                pending.append(.changes(batch))
            } else if batch.to != from {
                pending.append(.at(batch.to))
            }
            if batch.to != from { failures = 0 }
            cursor = batch.to
            missed += batch.changes.count
            if !batch.more { phase = .connecting }
        }

        private mutating func connect() async throws {
            guard let cursor else { return phase = .catchingUp }
            let body = try await client.stream(from: cursor)
            phase = .listening(body.makeAsyncIterator(), EventStreamParser())
            pending += [.state(.connected(at: cursor)), .state(.caughtUp(changes: missed))]
            (missed, frames) = (0, 0)
            connectedAt = .now
        }

        private func read(_ body: TransportBody.Iterator) async throws -> Data {
            if let chunk = try await client.next(body) { return chunk }
            try Task.checkCancellation()
            throw ClientError.unreachable("it closed the stream (\(client.server))")
        }

        private mutating func receive(_ event: ServerSentEvent) throws {
            if case .ended = phase { return }
            frames += 1
            switch event.type {
            case "change":
                guard let from = cursor, let to = LogCursor(event.lastEventID), to.epoch == from.epoch else {
                    throw ClientError.unexpected("The server sent a change without a cursor.")
                }
                guard to.position > from.position else { return }
                let change = try ReceivedChange(json: event.data)
                pending.append(.changes(ChangeBatch(from: from, to: to, changes: [change])))
                move(to: to)
            case "at":
                // The first frame repeats the cursor of the request.
                guard frames > 1, let from = cursor, let to = LogCursor(event.lastEventID), to.epoch == from.epoch,
                    to.position > from.position
                else { return }
                pending.append(.at(to))
                move(to: to)
            case "expired":
                let reason = CursorExpiry.allCases.first { event.data.contains($0.rawValue) }
                end(expired: reason ?? .epoch)
            default: break
            }
        }

        private mutating func move(to next: LogCursor) { (cursor, failures) = (next, 0) }

        private mutating func end(expired reason: CursorExpiry) {
            pending.append(.state(.expired(reason)))
            phase = .ended
        }

        private mutating func recover(from error: ClientError) throws {
            if let reason = error.expiry { return end(expired: reason) }
            if case .unexpected = error {
            } else if !error.isPassing {
                phase = .ended
                throw error
            }
            if let connectedAt, ContinuousClock.now - connectedAt > backoff.most { failures = 0 }
            connectedAt = nil
            failures += 1
            // A server that asks for no pause, and closes at once, is not asked without end.
            let own = backoff.pause(before: failures)
            let least = Swift.min(ChangeStream.leastAsked, backoff.most)
            let pause = pauseAsked.map { Swift.max($0, own, least) } ?? own
            pauseAsked = nil
            pending.append(.state(.reconnecting(attempt: failures, pause: pause, why: error)))
            phase = .waiting(pause)
        }
    }
}
