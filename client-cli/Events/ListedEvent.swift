import NoteItClient
import NoteItCore

/// An event as `--json` writes it: with its name, and whether it is new to the reader.
struct ListedEvent: Encodable {
    let event: Event
    let unread: Bool

    private enum Extra: CodingKey { case reference, unread }

    func encode(to encoder: any Encoder) throws {
        try event.encode(to: encoder)
        var container = encoder.container(keyedBy: Extra.self)
        try container.encode(event.reference, forKey: .reference)
        try container.encode(unread, forKey: .unread)
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
}

extension CommandContext {
    /// - Parameter events: in the order in which they are written.
    func listed(_ events: [Event]) async throws -> [ListedEvent] {
        let (reader, marks) = (try account().id, try await copy.marks())
        return events.map { ListedEvent(event: $0, unread: $0.isUnread(by: reader, marks[$0.id])) }
    }

    func listed(_ event: Event) async throws -> ListedEvent {
        ListedEvent(event: event, unread: event.isUnread(by: try account().id, try await copy.mark(of: event.id)))
    }

    func listed(_ thread: EventThread) async throws -> ListedThread {
        let replies = thread.replies.map { ListedReply(reply: $0, reference: thread.event.reference($0)) }
        return ListedThread(event: try await listed(thread.event), replies: replies)
    }
}
