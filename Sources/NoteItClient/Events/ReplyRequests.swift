import Foundation
import NoteItCore

/// Answers in an event's thread.
extension APIClient {
    /// Oldest first.
    public func replies(to event: Event.ID, page: PageRequest = PageRequest()) async throws -> Page<Reply> {
        try await send(Call(.GET, "v1", "events", event.description, "replies").with(page))
    }

    /// Replies, once however often it is sent: the reply gets an id here if it has none.
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
