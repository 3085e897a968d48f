import GRDB
import NoteItCore

/// Events seen here. They count as seen at once; the server hears of them when it is reached.
extension LocalCopy {
    /// Records that events were seen as they are in the copy.
    public func see(_ events: [Event]) async throws {
        let seen = events.map { ReadRequest.Seen(event: $0.id, seen: $0.activity) }
        try await database.write { db in
            for each in seen {
                try db.run(
                    sql: """
                        INSERT INTO seen (event_id, activity) VALUES (?, ?)
                        ON CONFLICT (event_id) DO UPDATE SET activity = max(activity, excluded.activity)
                        """, arguments: [each.event.description, each.seen])
            }
        }
    }

    /// The seen events that the server has not heard of.
    func seenHere() async throws -> [ReadRequest.Seen] {
        try await database.read { db in
            try Row.fetchAll(db, sql: "SELECT event_id, activity FROM seen ORDER BY event_id").compactMap { row in
                Event.ID(row[0] as String).map { ReadRequest.Seen(event: $0, seen: row[1]) }
            }
        }
    }

    /// Deletes the records that the server has heard of.
    func forgetSeen(_ told: [ReadRequest.Seen]) async throws {
        try await database.write { db in
            for each in told {
                try db.run(
                    sql: "DELETE FROM seen WHERE event_id = ? AND activity <= ?",
                    arguments: [each.event.description, each.seen])
            }
        }
    }
}
