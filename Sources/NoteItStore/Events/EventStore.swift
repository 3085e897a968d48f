import Foundation
import NoteItCore

extension SQLStore {
    public func event(_ id: Event.ID, by account: Account.ID) async throws -> Event {
        try await read { db in
            let (stored, isInsider) = try EventRow.require(id, seenBy: account, db)
            return stored.seen(byInsider: isInsider)
        }
    }

    public func event(number: Int, in course: Course.ID, by account: Account.ID) async throws -> Event {
        try await read { db in
            _ = try Membership.require(account, in: course, db)
            let id: Event.ID? = try db.value("SELECT id FROM event WHERE course_id = ? AND number = ?", course, number)
            guard let id else { throw DomainError.notFound("event \(course)#\(number)") }
            let (stored, isInsider) = try EventRow.require(id, seenBy: account, db)
            return stored.seen(byInsider: isInsider)
        }
    }

    public func post(
        _ new: NewEvent, in course: Course.ID, by account: Account.ID
    ) async throws -> (event: Event, created: Bool) {
        try await commit { tx in
            let found = try Poster.find(account, in: course, sending: new.id, tx.db)
            if let id = new.id, found?.isSent ?? true, let earlier = try earlierPost(id, by: account, tx.db) {
                return (earlier, false)
            }
            guard let poster = found else { throw try Membership.refusal(in: course, tx.db) }
            let membership = poster.membership
            try require(new.kind ?? .note, for: new.sections ?? [], by: membership)
            if new.anonymous == true { try membership.requireMayHide() }
            let post = try EventRow.insert(new, in: course, by: poster, tx)
            if post.event.anonymous { try EventMarkRow.change(post, of: account, tx) { $0.alias = post.event.author.id } }
            try tx.log.changed(post)
            try EventNotifier(stored: post, actor: account, tx: tx).posted(hasFollowers: poster.hasFollowers)
            return (try post.seen(byInsider: membership.isInsider(of: post.audience)).namingUnknown(in: post, tx.db), true)
        }
    }

    public func edit(_ id: Event.ID, with patch: EventPatch, ifRev rev: Int?, by account: Account.ID) async throws -> Event {
        try await commit { tx in
            let (old, isInsider) = try EventRow.require(id, seenBy: account, tx.db)
            guard old.author.id == account else { throw DomainError.onlyAuthorEditsEvent }
            try old.event.requireUnchanged(since: rev)
            var wanted = try patch.applied(to: old.event)
            if patch.tags != nil { wanted.tags = unique(wanted.tags) }
            if patch.sections != nil { wanted.sections = unique(wanted.sections).sorted() }
            let files = patch.attachments.flatMap { $0 == old.event.attachments.map(\.id) ? nil : $0 }
            guard try files != nil || !identical(wanted, old.event) else { return old.seen(byInsider: isInsider) }
            // An author who has left the course may still edit a private event that stays private.
            let membership =
                wanted.visibility == .private && wanted.publication == nil
                ? try Membership.find(account, in: old.event.course, tx.db) ?? Membership(in: old.event.course)
                : try Membership.require(account, in: old.event.course, tx.db)
            if wanted.kind == .notice, wanted.anonymous {
                throw DomainError.invalid("kind", "an anonymous post cannot become a notice; post the notice as a new one")
            }
            try require(wanted.kind, for: wanted.sections, by: membership)
            try requireMayHide(wanted, over: old.event, by: account, membership, tx.db)
            try requireDue(of: wanted, over: old.event)
            try write(wanted, over: old.event, by: account, tx)
            if wanted.sections != old.event.sections {
                try tx.db.send("DELETE FROM event_section WHERE event_id = ?", id)
                try addSections(wanted.sections, to: id, in: wanted.course, membership, tx.db)
            }
            if let files { try AttachmentRow.set(files, of: .event(id), by: account, tx) }
            let new = try stored(try EventRow.find(id, tx.db))
            try tx.log.changed(new, from: old)
            try EventNotifier(stored: new, actor: account, tx: tx).edited(from: old)
            return try new.seen(byInsider: membership.isInsider(of: new.audience)).namingUnknown(in: new, tx.db)
        }
    }

    public func delete(_ id: Event.ID, reason: String?, ifRev rev: Int?, by account: Account.ID) async throws {
        try await commit { tx in
            let (old, _) = try EventRow.require(id, seenBy: account, tx.db)
            guard try old.author.id == account || EventRow.isCharged(id, to: account, tx.db) else {
                throw DomainError.onlyAuthorAndStaffDeleteEvent
            }
            try old.event.requireUnchanged(since: rev)
            try EventRow.delete(event: id, by: account, reason: reason, tx)
            try RemovalRow.add(of: old, by: account, reason: reason, tx)
        }
        await discardAttachments(of: .event(id))
    }

    public func course(ofEvent event: Event.ID) async throws -> Course.ID? {
        try await lookUp { try $0.value("SELECT course_id FROM event WHERE id = ?", event) }
    }

    public func course(ofReply reply: Reply.ID) async throws -> Course.ID? {
        try await lookUp {
            try $0.value("SELECT e.course_id FROM reply r JOIN event e ON e.id = r.event_id WHERE r.id = ?", reply)
        }
    }

    public func course(ofAttachment attachment: Attachment.ID) async throws -> Course.ID? {
        try await lookUp {
            try $0.value(
                """
                SELECT e.course_id FROM attachment f LEFT JOIN reply r ON r.id = f.reply_id
                JOIN event e ON e.id = COALESCE(r.event_id, f.event_id) WHERE f.id = ?
                """, attachment)
        }
    }
}

extension EventRow {
    /// Inserts a new event with its sections and files, as private if it is published later.
    /// - Returns: the event as `find` would read it.
    static func insert(
        _ new: NewEvent, in course: Course.ID, by poster: Poster, mustRead: Bool = false, _ tx: Transaction
    ) throws -> StoredEvent {
        let author = poster.author
        let alias = new.anonymous == true ? Account.ID(UUID()) : nil
        var event = new.event(
            new.id ?? .make(at: tx.now), in: course, number: tx.db.takeNumber(in: course, after: poster.lastNumber),
            by: author.seenByClassmates(as: alias), at: tx.now)
        (event.tags, event.sections, event.mustRead) = (unique(event.tags), unique(event.sections).sorted(), mustRead)
        if let time = new.publishAt, time > tx.now {
            event.publication = Event.Publication(at: time.wholeSeconds, visibility: event.visibility)
            event.visibility = .private
        }
        try insert(
            event,
            [
                "author_id": author.id, "alias": alias, "due_day": try dueDay(event.due, in: course, tx.db),
                "publish_at": event.publication?.at.seconds, "publish_as": event.publication?.visibility.rawValue,
            ], tx.db)
        try addSections(event.sections, to: event.id, in: course, poster.membership, tx.db)
        if let files = new.attachments, !files.isEmpty {
            try AttachmentRow.set(files, of: .event(event.id), by: author.id, tx)
            event.attachments = try tx.db.all("SELECT * FROM attachment WHERE event_id = ? ORDER BY position", event.id)
                .map(AttachmentRow.decode)
        }
        return StoredEvent(event: event, author: author)
    }

    static func hasAnonymousReplies(of author: Account.ID, to event: Event.ID, _ db: SQLConnection) throws -> Bool {
        try db.first(
            "SELECT 1 FROM reply WHERE event_id = ? AND author_id = ? AND alias IS NOT NULL AND deleted_at IS NULL", event,
            author)
            != nil
    }

    /// The day of a due time in the time zone of the term.
    static func dueDay(_ due: Date?, in course: Course.ID, _ db: SQLConnection) throws -> Day? {
        guard let due else { return nil }
        return Day(due, in: try CourseRow.timeZone(of: course, db))
    }
}

extension CourseRow {
    /// The time zone of the course's term.
    static func timeZone(of course: Course.ID, _ db: SQLConnection) throws -> TimeZone {
        let name: String? = try db.value(
            "SELECT t.time_zone FROM term t JOIN course c ON c.term_id = t.id WHERE c.id = ?", course)
        return name.flatMap(TimeZone.init(identifier:)) ?? .gmt
    }
}

/// The event that the author posted under this id before; nil if the id is free.
private func earlierPost(_ id: Event.ID, by account: Account.ID, _ db: SQLConnection) throws -> Event? {
    guard
        try db.wasSent(id, in: "event", by: account, owner: "author_id", deletable: "event", apartFrom: ["reply"])
    else { return nil }
    let (stored, isInsider) = try EventRow.require(id, seenBy: account, db)
    return stored.seen(byInsider: isInsider)
}

/// Throws `.forbidden` for a notice to sections of which the person is not staff.
/// - Parameter sections: none for the whole course.
private func require(_ kind: Event.Kind, for sections: [Section.ID], by membership: Membership) throws {
    guard kind == .notice, !membership.mayNotify(sections) else { return }
    guard membership.isStaff else { throw DomainError.onlyStaffPostNotices }
    throw DomainError.onlyOwnSectionsGetNotices(membership.staffSections.sorted().map(\.text).joined(separator: ", "))
}

/// An edit is of an anonymous event, or shows the author's anonymous replies to others.
private func requireMayHide(
    _ new: Event, over old: Event, by author: Account.ID, _ membership: Membership, _ db: SQLConnection
) throws {
    if new.anonymous { return try membership.requireMayHide("Delete this post, and write it anew.") }
    guard new.visibility != old.visibility || new.sections != old.sections, membership.isStaff else { return }
    if try EventRow.hasAnonymousReplies(of: author, to: new.id, db) {
        try membership.requireMayHide("Delete your anonymous replies to this post first.")
    }
}

/// An edit may not clear a due date that the kind requires. An event that an older release stored without one can be edited.
private func requireDue(of new: Event, over old: Event) throws {
    guard new.kind.wantsDue, new.due == nil, new.kind != old.kind || old.due != nil else { return }
    throw DomainError.invalid("due", new.kind.dueDemand)
}

/// Gives an event its sections. Staff of the whole course may name any section, everyone else only their own.
private func addSections(
    _ sections: [Section.ID], to event: Event.ID, in course: Course.ID, _ membership: Membership, _ db: SQLConnection
) throws {
    for section in Set(sections) {
        guard try db.first("SELECT 1 FROM section WHERE id = ? AND course_id = ?", section, course) != nil else {
            throw DomainError.notSection(section, of: course)
        }
        guard membership.isWholeStaff || membership.sections.contains(section) else {
            throw DomainError.invalid("sections", "\(section) is not one of your sections")
        }
        try db.send("INSERT INTO event_section (event_id, section_id) VALUES (?, ?)", event, section)
    }
}

/// Updates the row of an edited event, and records a move of its due date.
private func write(_ new: Event, over old: Event, by account: Account.ID, _ tx: Transaction) throws {
    try EventRow.update(new, at: tx.now, tx.db)
    guard new.due != old.due else { return }
    try tx.db.send(
        """
        INSERT INTO due_change (event_id, position, old_due, new_due, account_id, changed_at)
        SELECT ?, COALESCE(max(position), 0) + 1, ?, ?, ?, ? FROM due_change WHERE event_id = ?
        """, new.id, old.due?.seconds, new.due?.seconds, account, tx.now.seconds, new.id)
}
