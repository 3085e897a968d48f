import NoteItClient
import NoteItCore

/// An event as `--json` writes it: with its name, and whether it is new to the reader.
struct ListedEvent: Encodable {
    let event: Event
    let unread: Bool
    /// Nil for an event that the server has.
    private let entry: OutboxEntry?

    init(event: Event, unread: Bool) { (self.event, self.unread, entry) = (event, unread, nil) }

    /// A post that waits in the outbox.
    init(_ post: UnsentPost) { (event, unread, entry) = (post.event, false, post.entry) }

    private enum Extra: CodingKey { case number, reference, unread, waiting }

    func encode(to encoder: any Encoder) throws {
        try event.encode(to: encoder)
        var container = encoder.container(keyedBy: Extra.self)
        try container.encode(unread, forKey: .unread)
        if let entry {
            try container.encodeNil(forKey: .number)
            try container.encodeNil(forKey: .reference)
            try container.encode(UnsentItem(entry), forKey: .waiting)
        } else {
            try container.encode(event.reference, forKey: .reference)
        }
    }
}

/// A reply as `--json` writes it: with its name, `CMPT225#42#3`.
struct ListedReply: Encodable {
    let reply: Reply
    let reference: String

    private enum Extra: CodingKey { case reference }

    func encode(to encoder: any Encoder) throws {
        try reply.encode(to: encoder)
        var container = encoder.container(keyedBy: Extra.self)
        try container.encode(reference, forKey: .reference)
    }
}

/// An event with its thread as `--json` writes it.
struct ListedThread: Encodable {
    let event: ListedEvent
    let replies: [ListedReply]
    /// The replies that wait in the outbox.
    let waiting: [UnsentItem]
}

extension CommandContext {
    /// - Parameter events: in the order in which they are written.
    func listed(_ events: [Event]) async throws -> [ListedEvent] {
        let unread = try await copy.unread(among: events)
        return events.map { ListedEvent(event: $0, unread: unread.contains($0.id)) }
    }

    func listed(_ event: Event) async throws -> ListedEvent {
        ListedEvent(event: event, unread: try await !copy.unread(among: [event]).isEmpty)
    }

    func listed(_ target: ThreadTarget) async throws -> ListedThread {
        let thread = target.part
        return ListedThread(
            event: try await listed(thread.event),
            replies: thread.replies.map { ListedReply(reply: $0, reference: thread.event.reference($0)) },
            waiting: try await unsentReplies(to: target.thread).compactMap { UnsentItem($0.entry) })
    }
}
