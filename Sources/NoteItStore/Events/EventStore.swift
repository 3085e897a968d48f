import Foundation
import GRDB
import NoteItCore

extension SQLiteStore {
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
        let now = now
        return try await commit { db in
            if let id = new.id, let earlier = try earlierPost(id, by: account, db) { return (earlier, false) }
            let membership = try Membership.require(account, in: course, db)
            let audience = Audience(
                course: course, sections: new.sections ?? [], visibility: new.visibility ?? .public, author: account)
            try require(new.kind ?? .note, for: new.sections ?? [], by: membership)
            if new.anonymous == true { try requireMayHide(asInsider: membership.isInsider(of: audience)) }
            let id = try insert(new, in: course, by: account, membership, at: now, db)
            let (event, log) = (try stored(try EventRow.find(id, db)), Log(db, at: now))
            if event.event.anonymous { try log.mark(event, of: account) { $0.alias = event.event.author.id } }
            try log.changed(event)
            try EventNews(stored: event, actor: account, log: log).posted()
            return (event.seen(byInsider: membership.isInsider(of: audience)), true)
        }
    }

    public func edit(_ id: Event.ID, with patch: EventPatch, ifRev rev: Int?, by account: Account.ID) async throws -> Event {
        let now = now
        return try await commit { db in
            let (old, isInsider) = try EventRow.require(id, seenBy: account, db)
            guard old.author.id == account else { throw DomainError.forbidden("Only its author edits an event.") }
            if let rev, rev != old.event.rev { throw DomainError.stale }
            var wanted = old.event
            wanted.apply(patch)
            let files = patch.attachments.flatMap { $0 == old.event.attachments.map(\.id) ? nil : $0 }
            guard try files != nil || !identical(wanted, old.event) else { return old.seen(byInsider: isInsider) }
            // What is private and stays so may be edited by who has left the course too.
            let membership =
                wanted.visibility == .private
                ? try Membership.find(account, in: old.event.course, db) ?? Membership()
                : try Membership.require(account, in: old.event.course, db)
            if wanted.kind == .notice, wanted.anonymous {
                throw DomainError.invalid(
                    "kind", "cannot become notice: this was posted anonymously; post the notice as a new one")
            }
            try require(wanted.kind, for: wanted.sections, by: membership)
            try requireDue(of: wanted, over: old.event)
            try write(wanted, over: old.event, by: account, at: now, db)
            if wanted.sections != old.event.sections {
                try setSections(wanted.sections, of: id, in: wanted.course, membership, db)
            }
            if let files { try AttachmentRow.set(files, of: .event(id), by: account, at: now, db) }
            let new = try stored(try EventRow.find(id, db))
            let log = Log(db, at: now)
            try log.changed(new, from: old)
            try EventNews(stored: new, actor: account, log: log).edited(from: old)
            return new.seen(byInsider: membership.isInsider(of: new.audience))
        }
    }

    public func delete(_ id: Event.ID, reason: String?, ifRev rev: Int?, by account: Account.ID) async throws {
        let now = now
        try await commit { db in
            let (old, _) = try EventRow.require(id, seenBy: account, db)
            guard try old.author.id == account || EventRow.isCharged(id, to: account, db) else {
                throw DomainError.forbidden("Only its author or the course's staff delete an event.")
            }
            if let rev, rev != old.event.rev { throw DomainError.stale }
            let log = Log(db, at: now)
            try log.remove(event: id, by: account, reason: reason)
            try log.noteRemoval(of: old, by: account, reason: reason)
        }
        await discardAttachments(of: .event(id))
    }
}

/// Writes a new event's row and its sections. Returns its id.
func insert(
    _ new: NewEvent, in course: Course.ID, by account: Account.ID, _ membership: Membership, at now: Date, _ db: Database
) throws -> Event.ID {
    let id = new.id ?? .make(at: now)
    let number: Int? = try db.value(
        "UPDATE course SET last_number = last_number + 1 WHERE id = ? RETURNING last_number", course)
    try db.run(
        """
        INSERT INTO event (id, course_id, number, author_id, alias, kind, title, body, tags, due, due_day, visibility, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        id, course, number, account, new.anonymous == true ? Account.ID(UUID()) : nil, (new.kind ?? .note).rawValue, new.title,
        new.body ?? "",
        try jsonArray(unique(new.tags ?? [])), new.due?.seconds, try dueDay(new.due, in: course, db),
        (new.visibility ?? .public).rawValue, now.seconds)
    try setSections(new.sections ?? [], of: id, in: course, membership, db)
    if let files = new.attachments { try AttachmentRow.set(files, of: .event(id), by: account, at: now, db) }
    return id
}

/// What the author stored under this id before; nil if the id is free.
private func earlierPost(_ id: Event.ID, by account: Account.ID, _ db: Database) throws -> Event? {
    guard let row = try db.first("SELECT author_id, deleted_at FROM event WHERE id = ?", id) else {
        try requireFree(id.description, in: "reply", db)
        return nil
    }
    let author: Account.ID = row["author_id"]
    guard author == account else { throw DomainError.conflict("The id \(id) is taken. Make a new one.") }
    guard row.dateIfPresent("deleted_at") == nil else {
        throw DomainError.conflict("The event \(id) was posted before and has been deleted since.")
    }
    let (stored, isInsider) = try EventRow.require(id, seenBy: account, db)
    return stored.seen(byInsider: isInsider)
}

/// Events and replies share one space of ids: what is removed, or found by a search, is named by its id alone.
func requireFree(_ id: String, in table: String, _ db: Database) throws {
    if try db.first("SELECT 1 FROM \(table) WHERE id = ?", id) != nil {
        throw DomainError.conflict("The id \(id) is taken. Make a new one.")
    }
}

/// Throws `.forbidden` for a notice to sections of which the person is not staff; none for the whole course.
private func require(_ kind: Event.Kind, for sections: [Section.ID], by membership: Membership) throws {
    guard kind == .notice, !membership.mayNotify(sections) else { return }
    guard membership.isStaff else { throw DomainError.forbidden("Only staff of the course post notices.") }
    throw DomainError.forbidden(
        "You are staff of \(membership.staffSections.sorted().joined(separator: ", ")) alone. Name those sections.")
}

/// An edit does not take away the due date that a kind wants. What was stored without one, by an older rule, can be edited else.
private func requireDue(of new: Event, over old: Event) throws {
    guard new.kind.wantsDue, new.due == nil, new.kind != old.kind || old.due != nil else { return }
    throw DomainError.invalid("due", new.kind.dueDemand)
}

/// Byte for byte: `==` takes texts for equal that only look alike, and would drop an edit from one to the other.
func identical(_ left: some Encodable, _ right: some Encodable) throws -> Bool {
    try JSONCoding.bytes(left) == JSONCoding.bytes(right)
}

func unique(_ values: [String]) -> [String] {
    var seen: Set<String> = []
    return values.filter { seen.insert($0).inserted }
}

func timeZone(of course: Course.ID, _ db: Database) throws -> TimeZone {
    let name: String? = try db.value("SELECT t.time_zone FROM term t JOIN course c ON c.term_id = t.id WHERE c.id = ?", course)
    return name.flatMap(TimeZone.init(identifier:)) ?? .gmt
}

/// The day of the term's time zone on which a due time falls.
func dueDay(_ due: Date?, in course: Course.ID, _ db: Database) throws -> Day? {
    guard let due else { return nil }
    return Day(due, in: try timeZone(of: course, db))
}

/// Replaces an event's sections. Staff of the whole course may name any of its sections, others those that they hold.
private func setSections(
    _ sections: [Section.ID], of event: Event.ID, in course: Course.ID, _ membership: Membership, _ db: Database
) throws {
    try db.run("DELETE FROM event_section WHERE event_id = ?", event)
    for section in Set(sections) {
        guard try db.first("SELECT 1 FROM section WHERE id = ? AND course_id = ?", section, course) != nil else {
            throw DomainError.invalid("sections", "\(section) is not a section of \(course)")
        }
        guard membership.isWholeStaff || membership.sections.contains(section) else {
            throw DomainError.invalid("sections", "\(section) is not one of your sections")
        }
        try db.run("INSERT INTO event_section (event_id, section_id) VALUES (?, ?)", event, section)
    }
}

/// Writes an edited event's row, and the due date's move if there is one.
private func write(_ new: Event, over old: Event, by account: Account.ID, at now: Date, _ db: Database) throws {
    try db.run(
        """
        UPDATE event SET kind = ?, title = ?, body = ?, tags = ?, due = ?, due_day = ?, visibility = ?, edited_at = ?, rev = rev + 1,
            accepted_id = CASE ? WHEN 'question' THEN accepted_id END, endorsed_id = CASE ? WHEN 'question' THEN endorsed_id END
        WHERE id = ?
        """,
        new.kind.rawValue, new.title, new.body, try jsonArray(new.tags), new.due?.seconds,
        try dueDay(new.due, in: new.course, db), new.visibility.rawValue, now.seconds,
        new.kind.rawValue, new.kind.rawValue, new.id)
    guard new.due != old.due else { return }
    try db.run(
        """
        INSERT INTO due_change (event_id, position, old_due, new_due, account_id, changed_at)
        SELECT ?, COALESCE(max(position), 0) + 1, ?, ?, ?, ? FROM due_change WHERE event_id = ?
        """, new.id, old.due?.seconds, new.due?.seconds, account, now.seconds, new.id)
}

extension Event {
    fileprivate mutating func apply(_ patch: EventPatch) {
        title = patch.title ?? title
        body = patch.body ?? body
        kind = patch.kind ?? kind
        tags = patch.tags.map(unique) ?? tags
        visibility = patch.visibility ?? visibility
        sections = patch.sections.map { unique($0).sorted() } ?? sections
        switch patch.due {
        case nil: break
        case .cleared: due = nil
        case .at(let date): due = date.wholeSeconds
        }
    }
}
