import Foundation
import GRDB
import NoteItCore

/// Notifications and seat watches.
extension LocalCopy {
    /// All notifications, oldest first.
    public func notifications() async throws -> [InboxNotification] {
        try await all(.notification)
    }

    /// The numbers of all notifications. Each keeps its number on this machine, whatever comes or goes; new ones are numbered
    /// now, in their order.
    public func notificationNumbers() async throws -> [InboxNotification.ID: Int] {
        let unnumbered = "subject WHERE kind = 'notification' AND id NOT IN (SELECT notification_id FROM inbox_number)"
        let isComplete = try await database.read { db in
            try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM \(unnumbered))") ?? false
        }
        if !isComplete {
            try await database.write { db in
                try db.execute(
                    sql: "INSERT INTO inbox_number (notification_id) SELECT id FROM \(unnumbered) ORDER BY place, id")
            }
        }
        return try await database.read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT notification_id, number FROM inbox_number")
            let numbered = rows.compactMap { row in InboxNotification.ID(row[0] as String).map { ($0, row[1] as Int) } }
            return Dictionary(numbered) { first, _ in first }
        }
    }

    public func unreadNotificationCount() async throws -> Int {
        try await database.read { db in
            let sql = "SELECT count(*) FROM subject WHERE kind = 'notification' AND json_extract(json, '$.readAt') IS NULL"
            return try Int.fetchOne(db, sql: sql) ?? 0
        }
    }

    /// The events with these ids, as far as they are in the copy.
    public func events(_ ids: Set<Event.ID>) async throws -> [Event.ID: Event] { try await among(ids, "event WHERE TRUE") }

    /// All replies of the copy, for a search.
    public func allReplies() async throws -> [Reply] { try await read("SELECT json FROM reply") }

    /// The replies with these ids, as far as they are in the copy.
    public func replies(_ ids: Set<Reply.ID>) async throws -> [Reply.ID: Reply] { try await among(ids, "reply WHERE TRUE") }

    /// The authors of the replies with these ids, as far as they are in the copy.
    public func replyAuthors(_ ids: Set<Reply.ID>) async throws -> [Reply.ID: Author] {
        try await replies(ids).mapValues(\.author)
    }

    /// The events with a reply by one of these authors: a person and their aliases.
    public func threads(of authors: [Account.ID]) async throws -> Set<Event.ID> {
        let list = jsonArray(authors)
        let ids = try await database.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT event_id FROM reply WHERE author_id IN (SELECT value FROM json_each(?))
                    """, arguments: [list])
        }
        return Set(ids.compactMap { Event.ID($0) })
    }

    /// My seat watches, oldest first.
    public func seatWatches() async throws -> [SeatWatch] {
        try await (all(.seatWatch) as [SeatWatch]).sorted { ($0.since, $0.section.id) < ($1.since, $1.section.id) }
    }
}
