import NoteItCore

import struct NoteItCore.Notification

/// One's inbox, and what one watches.
extension APIClient {
    /// Newest first.
    /// - Parameter unread: only those that are not read.
    public func notifications(unread: Bool = false) async throws -> [Notification] {
        try await all(Call(.GET, "v1", "me", "notifications").with(["unread": unread ? "true" : nil]))
    }

    /// Marks these as read, however many; what is read already or gone is no error.
    public func markRead(_ ids: [Notification.ID]) async throws {
        let limit = NotificationsPatch.limit.upperBound
        for start in stride(from: 0, to: ids.count, by: limit) {
            let patch = NotificationsPatch(read: Array(ids[start..<min(start + limit, ids.count)]))
            _ = try await send(Call(.PATCH, "v1", "me", "notifications").with(body: patch, repeatable: true))
        }
    }

    /// The sections watched, with their seats now, those watched longest first.
    public func seatWatches() async throws -> [SeatWatch] { try await all(Call(.GET, "v1", "me", "seat-watches")) }

    /// Throws `.problem` with 404 for a section that is not offered, 409 if its term is over or too many are watched.
    public func watchSeats(of section: Section.ID) async throws -> SeatWatch {
        try await send(Call(.PUT, "v1", "me", "seat-watches", section))
    }

    /// Throws `.problem` with 404 if it is not watched.
    public func unwatchSeats(of section: Section.ID) async throws {
        _ = try await send(Call(.DELETE, "v1", "me", "seat-watches", section))
    }
}
