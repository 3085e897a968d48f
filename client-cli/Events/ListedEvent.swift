import NoteItClient
import NoteItCore

/// An event as `--json` writes it: with its name, whether it is new to the reader, and whether they ticked it off.
struct ListedEvent: Encodable {
    let event: Event
    let unread, done: Bool
    /// Nil for an event that the server has.
    private let entry: OutboxEntry?

    init(event: Event, unread: Bool, done: Bool) { (self.event, self.unread, self.done, entry) = (event, unread, done, nil) }

    /// A post that waits in the outbox.
    init(_ post: UnsentPost) { (event, unread, done, entry) = (post.event, false, false, post.entry) }

    private enum Extra: CodingKey { case done, number, reference, unread, waiting }

    func encode(to encoder: any Encoder) throws {
        try event.encode(to: encoder)
        var container = encoder.container(keyedBy: Extra.self)
        try container.encode(unread, forKey: .unread)
        try container.encode(done, forKey: .done)
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
        let (unread, done) = try await (copy.unread(among: events), copy.tickedOff())
        return events.map { ListedEvent(event: $0, unread: unread.contains($0.id), done: done.contains($0.id)) }
    }

    func listed(_ event: Event) async throws -> ListedEvent {
        try await listed([event])[0]
    }

    func listed(_ target: ThreadTarget) async throws -> ListedThread {
        let thread = target.part
        return ListedThread(
            event: try await listed(thread.event),
            replies: thread.replies.map { ListedReply(reply: $0, reference: thread.event.reference($0)) },
            waiting: try await unsentReplies(to: target.thread).compactMap { UnsentItem($0.entry) })
    }
}
