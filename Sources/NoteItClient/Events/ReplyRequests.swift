import Foundation
import NoteItCore

/// Replies in the thread of an event.
extension APIClient {
    /// Posts a reply. Sending it again stores nothing twice: it gets an id here if it has none.
    public func reply(_ new: NewReply, to event: Event.ID) async throws -> Reply {
        var new = new
        new.id = new.id ?? .make(at: Date())
        return try await send(Call(.POST, "v1", "events", event.description, "replies").with(body: new, repeatable: true))
    }

    public func edit(_ id: Reply.ID, with patch: ReplyPatch, rev: Int? = nil) async throws -> Reply {
        try await send(Call(.PATCH, "v1", "replies", id.description).with(body: patch).with(rev: rev))
    }

    public func delete(_ id: Reply.ID, reason: String? = nil, rev: Int? = nil) async throws {
        _ = try await send(Call(.DELETE, "v1", "replies", id.description).with(["reason": reason]).with(rev: rev))
    }
}

extension APIClient {
    /// Thanks for a reply; saying it again is not an error.
    public func thank(for reply: Reply.ID) async throws -> Reply {
        try await send(Call(.PUT, "v1", "replies", reply.description, "thanks"))
    }

    /// Takes thanks back; not having thanked is not an error.
    public func takeThanksBack(for reply: Reply.ID) async throws {
        _ = try await send(Call(.DELETE, "v1", "replies", reply.description, "thanks"))
    }
}

/// Answers to questions, and "me too".
extension APIClient {
    /// Accepts the reply as the author of the question, or endorses it as staff.
    public func answer(_ event: Event.ID, with reply: Reply.ID) async throws -> Event {
        try await send(
            Call(.PUT, "v1", "events", event.description, "answer").with(body: AnswerChoice(reply: reply), repeatable: true))
    }

    /// Takes back my acceptance or endorsement; having none is not an error.
    public func clearAnswer(of event: Event.ID) async throws {
        _ = try await send(Call(.DELETE, "v1", "events", event.description, "answer"))
    }

    /// Says "me too" to a question; saying it again is not an error.
    public func sayMeToo(on event: Event.ID) async throws -> Event {
        try await send(Call(.PUT, "v1", "events", event.description, "me-too"))
    }

    /// Takes "me too" back; not having said it is not an error.
    public func undoMeToo(on event: Event.ID) async throws {
        _ = try await send(Call(.DELETE, "v1", "events", event.description, "me-too"))
    }
}
