import Foundation
import NoteItCore

extension SQLStore {
    public func removals(of course: Course.ID, page: PageRequest, by caller: Account.ID) async throws -> Page<Removal> {
        let position = try TimedPosition(page.after)
        return try await read { db in
            try Membership.requireStaff(caller, in: course, db)
            let found = try RemovalRow.charged(to: caller, in: course, before: position, limit: page.limit + 1, db)
            let items = Array(found.prefix(page.limit))
            let next = try found.count > page.limit ? items.last.map { try TimedPosition.token($0.removedAt, $0.id) } : nil
            return Page(items: items, next: next)
        }
    }

    public func restore(_ event: Event.ID, by caller: Account.ID) async throws -> Event {
        try await commit { tx in
            guard let removal = try RemovalRow.find(event, reply: nil, tx.db) else {
                return try requireRestored(event, by: caller, tx.db).seen(byInsider: true)
            }
            try requireMayRestore(removal, by: caller, tx.db)
            try tx.db.send("DELETE FROM removal WHERE event_id = ? AND reply_id IS NULL", event)
            try tx.db.send("UPDATE event SET deleted_at = NULL, deleted_by = NULL, deleted_why = NULL WHERE id = ?", event)
            let restored = try stored(try EventRow.find(event, tx.db))
            try tx.log.changed(.removal, event.description, in: restored, before: restored.audience.topics)
            try tx.log.changed(.event, event.description, in: restored, before: [], follows: true)
            try RemovalRow.addRestoration(of: removal, by: caller, tx)
            return restored.seen(byInsider: true)
        }
    }

    public func restoreReply(_ reply: Reply.ID, by caller: Account.ID) async throws -> Reply {
        try await commit { tx in
            let event: Event.ID? = try tx.db.value("SELECT event_id FROM reply WHERE id = ?", reply)
            guard let event, let home = try EventRow.find(event, tx.db) else { throw DomainError.notFound("reply \(reply)") }
            guard let removal = try RemovalRow.find(event, reply: reply, tx.db) else {
                // The same error for every reply that the caller may not see, so that none reveals another.
                let (there, _) = try ReplyRow.require(reply, seenBy: caller, tx.db)
                guard try EventRow.isCharged(event, to: caller, tx.db) else { throw DomainError.onlyStaffRestoresPosts }
                return there.seen(byInsider: true)
            }
            try requireMayRestore(removal, by: caller, tx.db)
            try tx.db.send("DELETE FROM removal WHERE event_id = ? AND reply_id = ?", event, reply)
            try tx.db.send("UPDATE reply SET deleted_at = NULL, deleted_by = NULL, deleted_why = NULL WHERE id = ?", reply)
            try tx.db.send("UPDATE event SET reply_count = reply_count + 1 WHERE id = ?", event)
            let restored = try stored(try ReplyRow.find(reply, tx.db))
            try tx.log.changed(.removal, reply.description, in: home, before: home.audience.topics)
            try ReplyRow.publish(reply, in: event, follows: true, tx)
            try RemovalRow.addRestoration(of: removal, by: caller, tx)
            return restored.seen(byInsider: true)
        }
    }
}

/// An event that was restored already. Throws `.forbidden` if the caller is not in charge of it.
private func requireRestored(_ event: Event.ID, by caller: Account.ID, _ db: SQLConnection) throws -> StoredEvent {
    let (stored, _) = try EventRow.require(event, seenBy: caller, db)
    guard try EventRow.isCharged(event, to: caller, db) else { throw DomainError.onlyStaffRestoresPosts }
    return stored
}

/// Throws `.notFound` if the caller may not know of the removal, `.forbidden` if they may not undo it.
private func requireMayRestore(_ removal: StoredRemoval, by caller: Account.ID, _ db: SQLConnection) throws {
    guard try EventRow.isCharged(removal.whole.event, to: caller, db) else {
        let known = try db.first(
            "SELECT 1 FROM event e WHERE e.id = ? AND \(Visibility.audience)", removal.whole.event, caller, caller)
        throw known == nil
            ? DomainError.notFound("\(removal.reply == nil ? "event" : "reply") \(removal.whole.id)") : .onlyStaffRestoresPosts
    }
    if removal.author == caller { throw DomainError.authorDoesNotRestore }
}

extension EventRow {
    /// Whether a person is in charge of the event as staff, even if it is deleted.
    static func isCharged(_ id: Event.ID, to account: Account.ID, _ db: SQLConnection) throws -> Bool {
        try db.first("SELECT 1 FROM event e WHERE e.id = ? AND \(Visibility.charge)", id, account) != nil
    }
}

extension RemovalRow {
    /// Records the deletion of an event in the audit log. If staff deleted it, also tells the audience of the removal, and the
    /// author the reason.
    static func add(of event: StoredEvent, by account: Account.ID, reason: String?, _ tx: Transaction) throws {
        try add(of: event, reply: nil, author: event.author.id, by: account, reason: reason, tx)
    }

    /// Records the deletion of a reply in the same way.
    static func add(of found: StoredReply, by account: Account.ID, reason: String?, _ tx: Transaction) throws {
        let event = try stored(try EventRow.find(found.reply.event, tx.db))
        try add(of: event, reply: found.id, author: found.author.id, by: account, reason: reason, tx)
    }

    private static func add(
        of event: StoredEvent, reply: Reply.ID?, author: Account.ID, by account: Account.ID, reason: String?, _ tx: Transaction
    ) throws {
        let (id, course) = (event.id, event.course)
        let subject = reply?.description ?? id.description
        guard author != account else { return try AuditRow.add(.deleted, by: account, subject: subject, course: course, tx) }
        try tx.db.send("INSERT INTO removal (event_id, reply_id, course_id) VALUES (?, ?, ?)", id, reply, course)
        try tx.log.changed(.removal, subject, in: event, before: event.audience.topics)
        try notifyAuthor(author, .removed, course: course, event: id, reply: reply, text: reason, tx)
        try AuditRow.add(.removed, by: account, subject: subject, course: course, detail: reason, tx)
        let open: [Report.ID] = try tx.db.column(
            "SELECT id FROM report WHERE event_id = ? AND COALESCE(reply_id, '') = COALESCE(?, '') AND resolved_at IS NULL",
            id, reply)
        for report in open { try ReportRow.resolve(report, by: account, tx) }
    }

    fileprivate static func addRestoration(of removal: StoredRemoval, by account: Account.ID, _ tx: Transaction) throws {
        let whole = removal.whole
        try notifyAuthor(
            removal.author, .restored, course: whole.course, event: whole.event, reply: removal.reply, text: nil, tx)
        try AuditRow.add(.restored, by: account, subject: whole.id, course: whole.course, tx)
    }

    private static func notifyAuthor(
        _ author: Account.ID, _ kind: InboxNotification.Kind, course: Course.ID, event: Event.ID, reply: Reply.ID?,
        text: String?,
        _ tx: Transaction
    ) throws {
        guard try tx.db.first("SELECT 1 FROM account WHERE id = ? AND left_at IS NULL", author) != nil else { return }
        let new = InboxNotification(
            id: .make(at: tx.now), kind: kind, course: course, event: event, reply: reply, text: text, createdAt: tx.now,
            readAt: nil)
        try NotificationRow.add(author, new, tx)
    }
}
