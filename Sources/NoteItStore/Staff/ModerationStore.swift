import Foundation
import GRDB
import NoteItCore

import struct NoteItCore.Notification

extension SQLiteStore {
    public func removals(of course: Course.ID, page: PageRequest, by caller: Account.ID) async throws -> Page<Removal> {
        let place = try TimedPlace(page.after)
        return try await read { db in
            try requireStaff(caller, in: course, db)
            let found = try RemovalRow.charged(to: caller, in: course, before: place, limit: page.limit + 1, db)
            let items = Array(found.prefix(page.limit))
            let next = try found.count > page.limit ? items.last.map { try TimedPlace.token($0.removedAt, $0.id) } : nil
            return Page(items: items, next: next)
        }
    }

    public func restore(_ event: Event.ID, by caller: Account.ID) async throws -> Event {
        let now = now
        return try await commit { db in
            guard let removal = try RemovalRow.find(event, reply: nil, db) else {
                return try present(event, by: caller, db).seen(byInsider: true)
            }
            try requireMayRestore(removal, by: caller, db)
            try db.run("DELETE FROM removal WHERE event_id = ? AND reply_id IS NULL", event)
            try db.run("UPDATE event SET deleted_at = NULL, deleted_by = NULL, deleted_why = NULL WHERE id = ?", event)
            let (log, restored) = (Log(db, at: now), try stored(try EventRow.find(event, db)))
            try log.changed(removal: event.description, of: restored)
            try log.restored(restored)
            try log.noteRestoring(of: removal, by: caller)
            return restored.seen(byInsider: true)
        }
    }

    public func restoreReply(_ reply: Reply.ID, by caller: Account.ID) async throws -> Reply {
        let now = now
        return try await commit { db in
            let event: Event.ID? = try db.value("SELECT event_id FROM reply WHERE id = ?", reply)
            guard let event, let home = try EventRow.find(event, db) else { throw DomainError.notFound("reply \(reply)") }
            guard let removal = try RemovalRow.find(event, reply: reply, db) else {
                // One sentence for every reply that is not to be seen, so that none tells of another.
                let (there, _) = try requireReply(reply, seenBy: caller, db)
                guard try EventRow.isCharged(event, to: caller, db) else { throw notToRestore }
                return there.seen(byInsider: true)
            }
            try requireMayRestore(removal, by: caller, db)
            try db.run("DELETE FROM removal WHERE event_id = ? AND reply_id = ?", event, reply)
            try db.run("UPDATE reply SET deleted_at = NULL, deleted_by = NULL, deleted_why = NULL WHERE id = ?", reply)
            try db.run("UPDATE event SET reply_count = reply_count + 1 WHERE id = ?", event)
            let (log, restored) = (Log(db, at: now), try stored(try ReplyRow.find(reply, db)))
            try log.changed(removal: reply.description, of: home)
            try log.publish(reply, in: event, follows: true)
            try log.noteRestoring(of: removal, by: caller)
            return restored.seen(byInsider: true)
        }
    }
}

/// The event that was restored already. Throws `.notFound`, `.forbidden` for who does not answer for it.
private func present(_ event: Event.ID, by caller: Account.ID, _ db: Database) throws -> StoredEvent {
    let (stored, _) = try EventRow.require(event, seenBy: caller, db)
    guard try EventRow.isCharged(event, to: caller, db) else { throw notToRestore }
    return stored
}

/// Throws `.notFound` for who may not even know of the removal, `.forbidden` for who is not to undo it.
private func requireMayRestore(_ removal: StoredRemoval, by caller: Account.ID, _ db: Database) throws {
    guard try EventRow.isCharged(removal.whole.event, to: caller, db) else {
        let known = try db.first(
            "SELECT 1 FROM event e WHERE e.id = ? AND \(Visibility.audience)", removal.whole.event, caller, caller)
        throw known == nil
            ? DomainError.notFound("\(removal.reply == nil ? "event" : "reply") \(removal.whole.id)") : notToRestore
    }
    if removal.author == caller {
        throw DomainError.forbidden("You wrote this. Another member of the course's staff brings it back.")
    }
}

private let notToRestore = DomainError.forbidden("Only the course's staff bring back what was removed.")

/// Throws `.notFound` if the course is absent, `.forbidden` if the person is not of its staff.
func requireStaff(_ account: Account.ID, in course: Course.ID, _ db: Database) throws {
    guard try Membership.require(account, in: course, db).isStaff else {
        throw DomainError.forbidden("Only the staff of \(course) may see this.")
    }
}

extension EventRow {
    /// Whether a person answers for the event, be it deleted or not, as staff.
    static func isCharged(_ id: Event.ID, to account: Account.ID, _ db: Database) throws -> Bool {
        try db.first("SELECT 1 FROM event e WHERE e.id = ? AND \(Visibility.charge)", id, account) != nil
    }
}

extension Log {
    /// What follows when an event is deleted: nothing but a row of the audit log if its author did it, else its audience is
    /// told that staff removed it, and its author why.
    func noteRemoval(of event: StoredEvent, by account: Account.ID, reason: String?) throws {
        try noteRemoval(of: event, reply: nil, author: event.author.id, by: account, reason: reason)
    }

    /// The same for a reply.
    func noteRemoval(of reply: StoredReply, by account: Account.ID, reason: String?) throws {
        let event = try stored(try EventRow.find(reply.reply.event, db))
        try noteRemoval(of: event, reply: reply.reply.id, author: reply.author.id, by: account, reason: reason)
    }

    private func noteRemoval(
        of event: StoredEvent, reply: Reply.ID?, author: Account.ID, by account: Account.ID, reason: String?
    ) throws {
        let (id, course) = (event.event.id, event.event.course)
        let subject = reply?.description ?? id.description
        guard author != account else { return try audit(.deleted, by: account, subject: subject, course: course) }
        try db.run("INSERT INTO removal (event_id, reply_id, course_id) VALUES (?, ?, ?)", id, reply, course)
        try changed(removal: subject, of: event)
        try tellAuthor(author, .removed, course: course, event: id, reply: reply, text: reason)
        try audit(.removed, by: account, subject: subject, course: course, detail: reason)
        let open: [Report.ID] = try db.column(
            "SELECT id FROM report WHERE event_id = ? AND COALESCE(reply_id, '') = COALESCE(?, '') AND resolved_at IS NULL",
            id, reply)
        for report in open { try resolve(report, by: account) }
    }

    fileprivate func noteRestoring(of removal: StoredRemoval, by account: Account.ID) throws {
        let whole = removal.whole
        try tellAuthor(removal.author, .restored, course: whole.course, event: whole.event, reply: removal.reply, text: nil)
        try audit(.restored, by: account, subject: whole.id, course: whole.course)
    }

    private func tellAuthor(
        _ author: Account.ID, _ kind: Notification.Kind, course: Course.ID, event: Event.ID, reply: Reply.ID?, text: String?
    ) throws {
        guard try db.first("SELECT 1 FROM account WHERE id = ? AND left_at IS NULL", author) != nil else { return }
        try notify(
            author,
            Notification(
                id: .make(at: now), kind: kind, course: course, event: event, reply: reply, text: text, createdAt: now,
                readAt: nil))
    }
}
