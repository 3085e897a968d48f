import Foundation
import GRDB
import NoteItCore

extension SQLiteStore {
    public func replies(to event: Event.ID, page: PageRequest, by account: Account.ID) async throws -> Page<Reply> {
        let after = try PageToken.parts(page.after, count: 1)
        return try await read { db in
            let (_, isInsider) = try EventRow.require(event, seenBy: account, db)
            let found = try db.decoded(
                """
                \(ReplyRow.select)
                WHERE r.event_id = ? AND r.number > ? AND r.deleted_at IS NULL ORDER BY r.number LIMIT ?
                """, [event, after.flatMap { Int($0[0]) } ?? 0, page.limit + 1], by: ReplyRow.decode)
            var budget = PageBudget()
            let shown = found.prefix(page.limit).prefix { budget.takes($0.reply.size) }
            let next = try found.count > shown.count ? shown.last.map { try PageToken.make(["\($0.reply.number)"]) } : nil
            return Page(items: shown.map { $0.seen(byInsider: isInsider) }, next: next)
        }
    }

    public func reply(_ new: NewReply, to event: Event.ID, by account: Account.ID) async throws -> (reply: Reply, created: Bool)
    {
        let now = now
        return try await commit { db in
            if let id = new.id, let earlier = try earlierReply(id, by: account, db) { return (earlier, false) }
            let (_, isInsider) = try EventRow.require(event, seenBy: account, db)
            if let parent = new.parent, try ReplyRow.find(parent, db)?.reply.event != event {
                throw DomainError.invalid("parent", "must be a reply to the same event")
            }
            if new.anonymous == true { try requireMayHide(asInsider: isInsider) }
            let id = new.id ?? .make(at: now)
            let number: Int? = try db.value(
                "UPDATE event SET last_reply = last_reply + 1, reply_count = reply_count + 1 WHERE id = ? RETURNING last_reply",
                event)
            let log = Log(db, at: now)
            let alias = new.anonymous == true ? try log.alias(of: account, in: event) : nil
            try db.run(
                """
                INSERT INTO reply (id, event_id, number, parent_id, author_id, alias, body, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """, id, event, number, new.parent, account, alias, new.body, now.seconds)
            if let files = new.attachments { try AttachmentRow.set(files, of: .reply(id), by: account, at: now, db) }
            let reply = try stored(try ReplyRow.find(id, db))
            let thread = try log.publish(id, in: event)
            try EventNews(stored: thread, actor: account, log: log).replied(reply)
            return (reply.seen(byInsider: isInsider), true)
        }
    }

    public func editReply(
        _ id: Reply.ID, with patch: ReplyPatch, ifRev rev: Int?, by account: Account.ID
    ) async throws -> Reply {
        let now = now
        return try await commit { db in
            let (old, isInsider) = try requireReply(id, seenBy: account, db)
            guard old.author.id == account else { throw DomainError.forbidden("Only its author edits a reply.") }
            if let rev, rev != old.reply.rev { throw DomainError.stale }
            let files = patch.attachments.flatMap { $0 == old.reply.attachments.map(\.id) ? nil : $0 }
            guard try files != nil || !identical(patch.body, old.reply.body) else { return old.seen(byInsider: isInsider) }
            try db.run("UPDATE reply SET body = ?, edited_at = ?, rev = rev + 1 WHERE id = ?", patch.body, now.seconds, id)
            if let files { try AttachmentRow.set(files, of: .reply(id), by: account, at: now, db) }
            let new = try stored(try ReplyRow.find(id, db))
            let log = Log(db, at: now)
            let thread = try log.publish(id, in: new.reply.event)
            try EventNews(stored: thread, actor: account, log: log).editedReply(new, from: old.reply)
            return new.seen(byInsider: isInsider)
        }
    }

    public func deleteReply(_ id: Reply.ID, reason: String?, ifRev rev: Int?, by account: Account.ID) async throws {
        let now = now
        try await commit { db in
            let (old, _) = try requireReply(id, seenBy: account, db)
            guard try old.author.id == account || EventRow.isCharged(old.reply.event, to: account, db) else {
                throw DomainError.forbidden("Only its author or the course's staff delete a reply.")
            }
            if let rev, rev != old.reply.rev { throw DomainError.stale }
            try db.run(
                "UPDATE reply SET deleted_at = ?, deleted_by = ?, deleted_why = ? WHERE id = ?",
                now.seconds, account, reason, id)
            try db.run("UPDATE event SET reply_count = reply_count - 1 WHERE id = ?", old.reply.event)
            let log = Log(db, at: now)
            try log.publish(id, in: old.reply.event, follows: true)
            try log.noteRemoval(of: old, by: account, reason: reason)
        }
        await discardAttachments(of: .reply(id))
    }
}

/// What the author stored under this id before; nil if the id is free.
private func earlierReply(_ id: Reply.ID, by account: Account.ID, _ db: Database) throws -> Reply? {
    guard let row = try db.first("SELECT author_id, deleted_at FROM reply WHERE id = ?", id) else {
        try requireFree(id.description, in: "event", db)
        return nil
    }
    let author: Account.ID = row["author_id"]
    guard author == account else { throw DomainError.conflict("The id \(id) is taken. Make a new one.") }
    guard row.dateIfPresent("deleted_at") == nil else {
        throw DomainError.conflict("The reply \(id) was sent before and has been deleted since.")
    }
    let (stored, isInsider) = try requireReply(id, seenBy: account, db)
    return stored.seen(byInsider: isInsider)
}

/// Throws `.notFound` also for a reply to what `account` may not see.
func requireReply(_ id: Reply.ID, seenBy account: Account.ID, _ db: Database) throws -> (StoredReply, isInsider: Bool) {
    guard let stored = try ReplyRow.find(id, db) else { throw DomainError.notFound("reply \(id)") }
    guard let isInsider = try EventRow.find(stored.reply.event, seenBy: account, db)?.isInsider else {
        throw DomainError.notFound("reply \(id)")
    }
    return (stored, isInsider)
}

extension Log {
    /// Logs a changed reply, and its event, whose newest text it may be. Returns the event.
    /// - Parameter follows: whether it was deleted or restored.
    @discardableResult
    func publish(_ reply: Reply.ID, in event: Event.ID, follows: Bool = false) throws -> StoredEvent {
        let event = try refreshed(event)
        try changed(reply, in: event, follows: follows)
        try changed(event)
        return event
    }

    /// The event with its newest text taken from the newest reply that is left, and without an answer that is gone.
    private func refreshed(_ id: Event.ID) throws -> StoredEvent {
        try db.run(
            """
            UPDATE event SET latest_reply = (
                SELECT substr(r.body, 1, ?) FROM reply r WHERE r.event_id = event.id AND r.deleted_at IS NULL
                ORDER BY r.number DESC LIMIT 1),
                accepted_id = (SELECT r.id FROM reply r WHERE r.id = accepted_id AND r.deleted_at IS NULL),
                endorsed_id = (SELECT r.id FROM reply r WHERE r.id = endorsed_id AND r.deleted_at IS NULL)
            WHERE id = ?
            """, TextLimit.latestText, id)
        return try stored(try EventRow.find(id, db))
    }
}
