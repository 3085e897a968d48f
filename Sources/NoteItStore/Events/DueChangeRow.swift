import Foundation
import NoteItCore

extension SQLStore {
    public func dueHistory(
        of event: Event.ID, page: PageRequest, by account: Account.ID
    ) async throws -> Page<Event.DueChange> {
        let after = try PageToken.parts(page.after, count: 1).flatMap { Int($0[0]) } ?? 0
        return try await read { db in
            let (stored, _) = try EventRow.require(event, seenBy: account, db)
            let alias = stored.event.anonymous ? stored.event.author.id : nil
            let found = try DueChangeRow.all(
                of: event, after: after, limit: page.limit + 1, by: stored.author.id, as: alias, db)
            let next = found.count > page.limit ? try PageToken.make(["\(after + page.limit)"]) : nil
            return Page(items: Array(found.prefix(page.limit)), next: next)
        }
    }
}

/// The moves of an event's due date.
enum DueChangeRow {
    /// The newest moves, which are part of the event, oldest first.
    static func newest(
        of event: Event.ID, by author: Account.ID, as alias: Account.ID?, _ db: SQLConnection
    ) throws -> [Event.DueChange] {
        let last: Int? = try db.value("SELECT max(position) FROM due_change WHERE event_id = ?", event)
        let most = Event.DueChange.most
        return try all(of: event, after: max((last ?? 0) - most, 0), limit: most, by: author, as: alias, db)
    }

    /// Oldest first.
    /// - Parameter author: the author of the event, shown as `alias` if they wrote anonymously.
    static func all(
        of event: Event.ID, after position: Int, limit: Int, by author: Account.ID, as alias: Account.ID?, _ db: SQLConnection
    ) throws -> [Event.DueChange] {
        try db.all(
            """
            SELECT d.*, a.display_name, \(CourseRole.sql(of: "a", in: "e.course_id")) AS role, a.handle
            FROM due_change d JOIN account a ON a.id = d.account_id JOIN event e ON e.id = d.event_id
            WHERE d.event_id = ? AND d.position > ? ORDER BY d.position LIMIT ?
            """, event, position, limit
        ).map { row in
            let mover = Author(
                id: row["account_id"], displayName: row["display_name"], role: try stored(Account.Role(rawValue: row["role"])),
                handle: row["handle"])
            let by = mover.seenByClassmates(as: mover.id == author ? alias : nil)
            return Event.DueChange(
                from: row.dateIfPresent("old_due"), to: row.dateIfPresent("new_due"), by: by, at: row.date("changed_at"))
        }
    }
}
