import NoteItCore

/// Notifications and seat watches.
extension APIClient {
    /// Marks any number of notifications as read. Read or deleted ones are not an error.
    public func markRead(_ ids: [InboxNotification.ID]) async throws {
        let limit = NotificationsPatch.limit.upperBound
        for start in stride(from: 0, to: ids.count, by: limit) {
            let patch = NotificationsPatch(read: Array(ids[start..<min(start + limit, ids.count)]))
            _ = try await send(Call(.PATCH, "v1", "me", "notifications").with(body: patch, repeatable: true))
        }
    }

    /// Throws `.problem` with 404 for a section that is not offered, 409 if its term is over or there are too many watches.
    public func watchSeats(of section: Section.ID) async throws -> SeatWatch {
        try await send(Call(.PUT, "v1", "me", "seat-watches", section.text))
    }

    /// Throws `.problem` with 404 if it is not watched.
    public func unwatchSeats(of section: Section.ID) async throws {
        _ = try await send(Call(.DELETE, "v1", "me", "seat-watches", section.text))
    }
}
