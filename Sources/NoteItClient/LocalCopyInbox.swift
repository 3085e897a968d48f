import Foundation
import GRDB
import NoteItCore

import struct NoteItCore.Notification

/// What concerns the copy's own person: notifications, and the sections watched for seats.
extension LocalCopy {
    /// Oldest first.
    public func notifications() async throws -> [Notification] {
        try await database.read { db in
            try Self.json(Notification.self, db, "SELECT json FROM notification ORDER BY created_at, id")
        }
    }

    /// Those watched longest first.
    public func seatWatches() async throws -> [SeatWatch] {
        try await database.read { db in try Self.json(SeatWatch.self, db, "SELECT json FROM seat_watch") }
            .sorted { ($0.since, $0.section.id) < ($1.since, $1.section.id) }
    }

    static func upsert(_ notification: Notification, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO notification (id, created_at, json) VALUES (?, ?, ?)",
            arguments: [
                notification.id.description, Int64(notification.createdAt.timeIntervalSince1970),
                try JSONCoding.string(notification),
            ])
    }

    static func upsert(_ watch: SeatWatch, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO seat_watch (section_id, json) VALUES (?, ?)",
            arguments: [watch.section.id, try JSONCoding.string(watch)])
    }
}
