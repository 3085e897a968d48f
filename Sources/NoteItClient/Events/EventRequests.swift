import Foundation
import NoteItCore

/// Events.
extension APIClient {
    /// Posts an event. Sending it again stores nothing twice: it gets an id here if it has none.
    public func post(_ new: NewEvent, in course: Course.ID) async throws -> Event {
        var new = new
        new.id = new.id ?? .make(at: Date())
        return try await send(Call(.POST, "v1", "courses", course.text, "events").with(body: new, repeatable: true))
    }

    /// - Parameter rev: the revision that was edited; the server refuses with 412 if there is a newer one.
    public func edit(_ id: Event.ID, with patch: EventPatch, rev: Int? = nil) async throws -> Event {
        try await send(Call(.PATCH, "v1", "events", id.description).with(body: patch).with(rev: rev))
    }

    public func pin(_ id: Event.ID) async throws -> Event { try await send(Call(.PUT, "v1", "events", id.description, "pin")) }

    public func unpin(_ id: Event.ID) async throws {
        _ = try await send(Call(.DELETE, "v1", "events", id.description, "pin"))
    }

    /// - Parameter reason: recorded when staff delete another person's event.
    public func delete(_ id: Event.ID, reason: String? = nil, rev: Int? = nil) async throws {
        _ = try await send(Call(.DELETE, "v1", "events", id.description).with(["reason": reason]).with(rev: rev))
    }
}
