import Foundation
import NoteItCore

extension SQLStore {
    public func replies(to event: Event.ID, page: PageRequest, by account: Account.ID) async throws -> Page<Reply> {
        try await read { db in
            let (thread, isInsider) = try EventRow.require(event, seenBy: account, db)
            return try .thread(page) { after, count in
                try db.decoded(
                    """
                    \(ReplyRow.selectInOneCourse)
                    WHERE r.event_id = ? AND r.number > ? AND r.deleted_at IS NULL ORDER BY r.number LIMIT ?
                    """, [thread.event.course, event, after, count]
                ) { try ReplyRow.decodeStored($0).seen(byInsider: isInsider) }
            }
        }
    }

    public func reply(
        _ new: NewReply, to event: Event.ID, by account: Account.ID
    ) async throws -> (reply: Reply, created: Bool) {
        try await commit { tx in
            if let id = new.id, let earlier = try earlierReply(id, by: account, tx.db) { return (earlier, false) }
            let (thread, isInsider) = try EventRow.require(event, seenBy: account, tx.db)
            if let parent = new.parent, try ReplyRow.find(parent, tx.db)?.reply.event != event {
                throw DomainError.invalid("parent", "must be a reply to the same event")
            }
            if new.anonymous == true { try Membership.find(account, in: thread.event.course, tx.db)?.requireMayHide() }
            let id = new.id ?? .make(at: tx.now)
            try tx.db.send("UPDATE event SET last_reply = last_reply + 1, reply_count = reply_count + 1 WHERE id = ?", event)
            let number: Int? = try tx.db.value("SELECT last_reply FROM event WHERE id = ?", event)
            let alias = new.anonymous == true ? try EventMarkRow.alias(of: account, in: event, tx) : nil
            try ReplyRow.insert(
                new.reply(id, to: event, number: try stored(number), by: .reference(account), at: tx.now),
                ["author_id": account, "alias": alias], tx.db)
            if let files = new.attachments { try AttachmentRow.set(files, of: .reply(id), by: account, tx) }
            let reply = try stored(try ReplyRow.find(id, tx.db))
            let answered = try ReplyRow.publish(id, in: event, tx)
            try EventNotifier(stored: answered, actor: account, tx: tx).replied(reply)
            return (try reply.seen(byInsider: isInsider).namingUnknown(in: answered, tx.db), true)
        }
    }

    public func editReply(
        _ id: Reply.ID, with patch: ReplyPatch, ifRev rev: Int?, by account: Account.ID
    ) async throws -> Reply {
        try await commit { tx in
            let (old, isInsider) = try ReplyRow.require(id, seenBy: account, tx.db)
            guard old.author.id == account else { throw DomainError.onlyAuthorEditsReply }
            try old.reply.requireUnchanged(since: rev)
            let files = patch.attachments.flatMap { $0 == old.reply.attachments.map(\.id) ? nil : $0 }
            guard try files != nil || !identical(patch.body, old.reply.body) else { return old.seen(byInsider: isInsider) }
            if old.reply.anonymous { try requireMayHide(old.reply, by: account, tx.db) }
            try tx.db.send(
                "UPDATE reply SET body = ?, edited_at = ?, rev = rev + 1 WHERE id = ?", patch.body, tx.now.seconds, id)
            if let files { try AttachmentRow.set(files, of: .reply(id), by: account, tx) }
            let new = try stored(try ReplyRow.find(id, tx.db))
            let thread = try ReplyRow.publish(id, in: new.reply.event, tx)
            try EventNotifier(stored: thread, actor: account, tx: tx).editedReply(new, from: old.reply)
            return try new.seen(byInsider: isInsider).namingUnknown(in: thread, tx.db)
        }
    }

    public func deleteReply(_ id: Reply.ID, reason: String?, ifRev rev: Int?, by account: Account.ID) async throws {
        try await commit { tx in
            let (old, _) = try ReplyRow.require(id, seenBy: account, tx.db)
            guard try old.author.id == account || EventRow.isCharged(old.reply.event, to: account, tx.db) else {
                throw DomainError.onlyAuthorAndStaffDeleteReply
            }
            try old.reply.requireUnchanged(since: rev)
            try tx.db.send(
                "UPDATE reply SET deleted_at = ?, deleted_by = ?, deleted_why = ? WHERE id = ?",
                tx.now.seconds, account, reason, id)
            try tx.db.send("UPDATE event SET reply_count = reply_count - 1 WHERE id = ?", old.reply.event)
            let thread = try ReplyRow.publish(id, in: old.reply.event, follows: true, tx)
            try EventNotifier(stored: thread, actor: account, tx: tx).tellOfNext(after: old.reply)
            try RemovalRow.add(of: old, by: account, reason: reason, tx)
        }
        await discardAttachments(of: .reply(id))
    }
}

/// Throws `.forbidden` if the author of an anonymous reply is staff by now.
private func requireMayHide(_ reply: Reply, by author: Account.ID, _ db: SQLConnection) throws {
    let course: Course.ID? = try db.value("SELECT course_id FROM event WHERE id = ?", reply.event)
    try course.flatMap { try Membership.find(author, in: $0, db) }?.requireMayHide("Delete this reply, and write it anew.")
}

/// The reply that the author sent under this id before; nil if the id is free.
private func earlierReply(_ id: Reply.ID, by account: Account.ID, _ db: SQLConnection) throws -> Reply? {
    guard
        try db.wasSent(
            id, in: "reply", by: account, owner: "author_id", deletable: "reply", apartFrom: ["event", "plan_reply"])
    else { return nil }
    let (stored, isInsider) = try ReplyRow.require(id, seenBy: account, db)
    return stored.seen(byInsider: isInsider)
}

extension ReplyRow {
    /// Logs a changed reply, and right after it its event, which may show the reply as its newest text. Returns the event.
    /// - Parameter follows: whether it was deleted or restored.
    @discardableResult
    static func publish(_ reply: Reply.ID, in event: Event.ID, follows: Bool = false, _ tx: Transaction) throws -> StoredEvent {
        let event = try refreshed(event, tx)
        try tx.log.changed(.reply, reply.description, in: event, follows: follows)
        try tx.log.changed(event, dates: false)
        return event
    }

    /// Updates the event's newest text and activity from the newest reply that is left, and clears answers that are gone. Returns
    /// the event.
    private static func refreshed(_ id: Event.ID, _ tx: Transaction) throws -> StoredEvent {
        try tx.db.send(
            """
            UPDATE event SET latest_reply = (
                SELECT substr(r.body, 1, ?) FROM reply r WHERE r.event_id = event.id AND r.deleted_at IS NULL
                ORDER BY r.number DESC LIMIT 1),
                newest_reply = COALESCE((
                    SELECT r.number FROM reply r
                    WHERE r.event_id = event.id AND r.deleted_at IS NULL AND r.number > event.edit_reply
                    ORDER BY r.number DESC LIMIT 1), edit_reply),
                accepted_id = (SELECT r.id FROM reply r WHERE r.id = accepted_id AND r.deleted_at IS NULL),
                endorsed_id = (SELECT r.id FROM reply r WHERE r.id = endorsed_id AND r.deleted_at IS NULL)
            WHERE id = ?
            """, TextLimit.latestText, id)
        return try stored(try EventRow.find(id, tx.db))
    }
}
