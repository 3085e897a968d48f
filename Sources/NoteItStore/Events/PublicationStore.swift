import Foundation
import NoteItCore

extension SQLStore {
    public func publishDue() async throws -> Int {
        let now = now
        let due: [Event.ID] = try await read { db in
            try db.column(
                "SELECT id FROM event WHERE publish_at <= ? AND deleted_at IS NULL ORDER BY publish_at, course_id, number",
                now.seconds)
        }
        return try await oneByOne(due, named: { "the post \($0)" }) { id in
            try await commit { try EventRow.publish(id, $0) ? 1 : 0 }
        }
    }
}

extension EventRow {
    /// Publishes an event as a post of this moment: its edits and the moves of its due date so far were its author's alone.
    /// - Returns: false if its author may not post it any more, or it changed since it was found.
    fileprivate static func publish(_ id: Event.ID, _ tx: Transaction) throws -> Bool {
        guard let old = try find(id, tx.db), let plan = old.event.publication, plan.at <= tx.now else { return false }
        if let reason = try hindrance(of: old, tx.db) {
            try cancel(old, because: reason, tx)
            return false
        }
        try tx.db.send(
            """
            UPDATE event SET visibility = publish_as, publish_at = NULL, publish_as = NULL, created_at = ?, edited_at = NULL,
                rev = rev + 1, edit_reply = last_reply, newest_reply = last_reply
            WHERE id = ?
            """, tx.now.seconds, id)
        try tx.db.send("DELETE FROM due_change WHERE event_id = ?", id)
        let new = try stored(try find(id, tx.db))
        try tx.log.changed(new, from: old)
        try EventNotifier(stored: new, actor: new.author.id, tx: tx).edited(from: old)
        return true
    }

    /// Why the author may not post the event any more; nil if they may.
    private static func hindrance(of stored: StoredEvent, _ db: SQLConnection) throws -> String? {
        let (event, author) = (stored.event, stored.author.id)
        let suspended = try db.first("SELECT 1 FROM account WHERE id = ? AND suspended_at IS NOT NULL", author) != nil
        if suspended { return "your account is suspended" }
        guard let membership = try Membership.find(author, in: event.course, db) else { return "you have left the course" }
        if event.kind == .notice, !membership.mayNotify(event.sections) { return "you are not its staff any more" }
        if membership.isStaff, try event.anonymous || hasAnonymousReplies(of: author, to: event.id, db) {
            return "staff of the course write under their names"
        }
        guard membership.isWholeStaff || event.sections.allSatisfy(membership.sections.contains) else {
            return "you are not in its section any more"
        }
        return nil
    }

    private static func cancel(_ stored: StoredEvent, because reason: String, _ tx: Transaction) throws {
        let event = stored.event
        try tx.db.send("UPDATE event SET publish_at = NULL, publish_as = NULL WHERE id = ?", event.id)
        _ = try published(event.id, tx)
        try NotificationRow.add(
            stored.author.id,
            InboxNotification(
                id: .make(at: tx.now), kind: .notPublished, course: event.course, event: event.id, text: reason,
                createdAt: tx.now, readAt: nil), tx)
    }
}
