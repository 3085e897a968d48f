import Foundation
import GRDB
import NoteItCore

/// An event as it is stored, with what its delivery needs beside the wire type.
struct StoredEvent {
    var event: Event
    var authorEmail: String?

    var audience: [Topic] {
        Topic.audience(
            course: event.course, sections: event.sections, visibility: event.visibility, author: event.author.id)
    }

    /// As staff of its course see it, or as everyone else does.
    func seen(byStaff: Bool) -> Event {
        var event = event
        event.author.email = byStaff ? authorEmail : nil
        return event
    }
}

enum EventRow {
    static let columns = """
        e.*, a.display_name, a.role, a.email,
        (SELECT group_concat(s.section_id, ' ') FROM event_section s WHERE s.event_id = e.id) AS sections,
        EXISTS (SELECT 1 FROM due_change d WHERE d.event_id = e.id) AS was_moved
        """
    static let from = "FROM event e JOIN account a ON a.id = e.author_id"

    /// Takes the account once: whether it is staff of the event's course.
    static let toStaff =
        "EXISTS (SELECT 1 FROM enrollment m WHERE m.account_id = ? AND m.course_id = e.course_id AND m.role = 'staff') AS to_staff"

    static func decode(_ row: Row, _ db: Database) throws -> StoredEvent {
        let author = Author(
            id: row["author_id"], displayName: row["display_name"], role: try stored(Account.Role(rawValue: row["role"])))
        let title: String = row["title"]
        let id: Event.ID = row["id"]
        let event = Event(
            id: id, course: row["course_id"], number: row["number"], kind: try stored(Event.Kind(rawValue: row["kind"])),
            title: title, body: row["body"], tags: try row.texts("tags"), due: row.dateIfPresent("due"),
            visibility: try stored(Event.Visibility(rawValue: row["visibility"])),
            sections: (row["sections"] as String?)?.split(separator: " ").map(String.init) ?? [], author: author,
            createdAt: row.date("created_at"), editedAt: row.dateIfPresent("edited_at"), rev: row["rev"],
            replyCount: row["reply_count"],
            latestText: row["latest_reply"] ?? title.prefix(codePoints: TextLimit.latestText),
            dueHistory: row["was_moved"] ? try dueHistory(of: id, db) : [])
        return StoredEvent(event: event, authorEmail: row["email"])
    }

    private static func dueHistory(of event: Event.ID, _ db: Database) throws -> [Event.DueChange] {
        try db.all(
            """
            SELECT d.*, a.display_name, a.role FROM due_change d JOIN account a ON a.id = d.account_id
            WHERE d.event_id = ? ORDER BY d.position
            """, event
        ).map { row in
            let by = Author(
                id: row["account_id"], displayName: row["display_name"], role: try stored(Account.Role(rawValue: row["role"])))
            return Event.DueChange(
                from: row.dateIfPresent("old_due"), to: row.dateIfPresent("new_due"), by: by, at: row.date("changed_at"))
        }
    }

    /// Whatever its visibility; nil if it is absent or deleted.
    static func find(_ id: Event.ID, _ db: Database) throws -> StoredEvent? {
        try db.first("SELECT \(columns) \(from) WHERE e.id = ? AND e.deleted_at IS NULL", id).map { try decode($0, db) }
    }

    /// Throws `.notFound` also for what `account` may not see.
    static func require(_ id: Event.ID, seenBy account: Account.ID, _ db: Database) throws -> (StoredEvent, toStaff: Bool) {
        let row = try db.first(
            "SELECT \(columns), \(toStaff) \(from) WHERE e.id = ? AND \(Visibility.condition)", account, id, account, account)
        guard let row else { throw DomainError.notFound("event \(id)") }
        return (try decode(row, db), row["to_staff"])
    }

    /// Ids of all events of a course that `account` may see, in their order.
    static func visible(to account: Account.ID, in course: Course.ID, _ db: Database) throws -> [Event.ID] {
        try db.column(
            "SELECT e.id FROM event e WHERE e.course_id = ? AND \(Visibility.condition) ORDER BY e.number",
            course, account, account)
    }
}

extension Log {
    /// The row of a new, edited or otherwise changed event.
    func upsert(_ stored: StoredEvent, before: [Topic] = []) throws {
        try append(row(of: stored, after: stored.audience, before: before))
    }

    func row(of stored: StoredEvent, after: [Topic], before: [Topic] = []) throws -> NewRow {
        NewRow(
            change: .upsert, type: .event, subject: stored.event.id.description, rev: stored.event.rev,
            course: stored.event.course, after: after, before: before, body: try JSONCoding.string(stored.event),
            authorEmail: stored.authorEmail)
    }

    /// Deletes an event with its thread, for everyone who could see it.
    func remove(event id: Event.ID, by account: Account.ID, reason: String?) throws {
        guard let stored = try EventRow.find(id, db) else { return }
        for reply in try ReplyRow.ids(of: id, db) {
            try append(
                NewRow(
                    change: .remove, type: .reply, subject: reply.description, course: stored.event.course, after: [],
                    before: stored.audience))
        }
        try append(
            NewRow(
                change: .remove, type: .event, subject: id.description, course: stored.event.course, after: [],
                before: stored.audience))
        try db.run(
            "UPDATE event SET deleted_at = ?, deleted_by = ?, deleted_why = ? WHERE id = ?", now.seconds, account, reason, id)
    }

    /// Rows for all that a person wrote, after their name changed. Revisions stay: nothing was edited.
    func republish(authoredBy account: Account.ID) throws {
        let events: [Event.ID] = try db.column(
            "SELECT id FROM event WHERE author_id = ? AND deleted_at IS NULL ORDER BY id", account)
        for id in events {
            guard let event = try EventRow.find(id, db) else { continue }
            try refer(to: .event, id.description, in: event.event.course, after: event.audience)
        }
        let replies = try db.all(
            """
            SELECT r.id, r.event_id FROM reply r JOIN event e ON e.id = r.event_id
            WHERE r.author_id = ? AND r.deleted_at IS NULL AND e.deleted_at IS NULL ORDER BY r.id
            """, account)
        for row in replies {
            guard let event = try EventRow.find(row["event_id"], db) else { continue }
            try refer(to: .reply, row["id"], in: event.event.course, after: event.audience)
        }
    }
}
