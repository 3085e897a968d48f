import NoteItCore

/// Marks of events, and preferences.
extension APIClient {
    /// My mark of an event. Throws as `mark(_:with:)`.
    public func mark(of event: Event.ID) async throws -> EventMark {
        try await send(Call(.GET, "v1", "me", "marks", event.description))
    }

    /// Throws `.problem` with 404 for an event that does not exist or that I may not see.
    public func mark(_ event: Event.ID, with patch: EventMarkPatch) async throws -> EventMark {
        try await send(Call(.PUT, "v1", "me", "marks", event.description).with(body: patch, repeatable: true))
    }

    /// Marks any number of events as seen. Events that do not exist any more are skipped.
    public func markSeen(_ events: [ReadRequest.Seen]) async throws {
        let limit = ReadRequest.limit.upperBound
        for start in stride(from: 0, to: events.count, by: limit) {
            let read = ReadRequest(events: Array(events[start..<min(start + limit, events.count)]))
            _ = try await send(Call(.POST, "v1", "me", "read").with(body: read, repeatable: true))
        }
    }

    public func preferences() async throws -> Preferences { try await send(Call(.GET, "v1", "me", "preferences")) }

    public func update(_ patch: PreferencesPatch) async throws -> Preferences {
        try await send(Call(.PATCH, "v1", "me", "preferences").with(body: patch, repeatable: true))
    }
}
