import NoteItCore

/// Answers of questions, and "me too".
extension APIClient {
    /// Accepts the reply as the author of the question, or endorses it as staff.
    public func answer(_ event: Event.ID, with reply: Reply.ID) async throws -> Event {
        try await send(
            Call(.PUT, "v1", "events", event.description, "answer").with(body: AnswerChoice(reply: reply), repeatable: true))
    }

    /// Takes one's acceptance or endorsement back; none is no error.
    public func clearAnswer(of event: Event.ID) async throws {
        _ = try await send(Call(.DELETE, "v1", "events", event.description, "answer"))
    }

    /// Says "me too" to somebody's question; saying it again is no error.
    public func sayMeToo(on event: Event.ID) async throws -> Event {
        try await send(Call(.PUT, "v1", "events", event.description, "me-too"))
    }

    /// Takes it back; not having said it is no error.
    public func undoMeToo(on event: Event.ID) async throws {
        _ = try await send(Call(.DELETE, "v1", "events", event.description, "me-too"))
    }
}
