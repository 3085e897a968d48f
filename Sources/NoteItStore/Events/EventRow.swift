import Foundation
import NoteItCore

/// A stored event: the wire type, and what its delivery needs besides.
struct StoredEvent {
    /// As classmates see it: without the author's email, and under an alias if it is anonymous.
    var event: Event
    /// The author as staff see them.
    var author: Author

    var id: Event.ID { event.id }
    var course: Course.ID { event.course }

    var audience: Audience {
        Audience(course: event.course, sections: event.sections, visibility: event.visibility, author: author.id)
    }

    /// As the staff in charge see it, or as everyone else sees it.
    func seen(byInsider: Bool) -> Event {
        var event = event
        if byInsider { event.author = author }
        return event
    }
}

extension Author {
    /// As classmates see them.
    /// - Parameter alias: the alias under which they wrote; nil if they gave their name.
    func seenByClassmates(as alias: Account.ID?) -> Author {
        if let alias { return .anonymous(alias) }
        return Author(id: id, displayName: displayName, role: role, handle: handle)
    }
}

enum EventRow: NounRow {
    typealias Noun = Event

    static let (table, alias) = ("event", "e")

    static let sql: [Column: String] = [
        .sections: "(SELECT group_concat(s.section_id, ' ') FROM event_section s WHERE s.event_id = e.id)",
        .author: "e.author_id",
        .authorName: "a.display_name",
        .authorRole: CourseRole.sql(of: "a", in: "e.course_id"),
        .authorEmail: "a.email",
        .authorHandle: "a.handle",
        .alias: "e.alias",
        .latestText: "COALESCE(e.latest_reply, '')",
        .dueMoves: "COALESCE((SELECT max(d.position) FROM due_change d WHERE d.event_id = e.id), 0)",
        .activity: "e.rev + e.last_reply",
        .newest: "e.rev + e.newest_reply",
        .anonymous: "(e.alias IS NOT NULL)",
        .attachments: AttachmentRow.list(of: .event, "e.id"),
        .dueDay: "e.due_day",
        .publication: "e.publish_at",
        .publicationVisibility: "e.publish_as",
    ]

    /// What no edit changes, and what other statements count.
    private static let unedited: Set<Column> = [.id, .course, .number, .createdAt, .replyCount, .meToo, .mustRead]

    /// `SELECT ... FROM ...`, for rows that `decode` reads.
    static let select = "SELECT \(Column.list) \(tables)"

    /// The same for the events of one course, whose id is the first argument.
    static let selectInOneCourse = "SELECT \(Column.list(with: [.authorRole: CourseRole.sqlInOneCourse(of: "a")])) \(tables)"

    private static let selectPresent = "\(select) WHERE e.id = ? AND e.deleted_at IS NULL"

    private static let tables = "FROM event e JOIN account a ON a.id = e.author_id"

    static func decodeStored(_ row: Row, _ db: SQLConnection) throws -> StoredEvent {
        var event = try decode(row)
        let (author, alias): (Author, Account.ID?) = (event.author, row[Column.alias])
        event.author = author.seenByClassmates(as: alias)
        if event.latestText.isEmpty { event.latestText = event.title.prefix(codePoints: TextLimit.latestText) }
        if event.dueMoves > 0 { event.dueHistory = try DueChangeRow.newest(of: event.id, by: author.id, as: alias, db) }
        return StoredEvent(event: event, author: author)
    }

    static let dueHistory: [Event.DueChange] = []
    static let unknownMentions: [String]? = nil

    static func sections(_ row: Row) throws -> [Section.ID] { Section.ID.list(row[Column.sections]) }

    static func author(_ row: Row) throws -> Author {
        try stored(row.author(Column.author, .authorName, .authorRole, email: .authorEmail, .authorHandle))
    }

    static func attachments(_ row: Row) throws -> [Attachment] { try AttachmentRow.attachments(row[Column.attachments]) }

    static func publication(_ row: Row) throws -> Event.Publication? {
        guard let time: Date = try row.value(Column.publication) else { return nil }
        return Event.Publication(at: time, visibility: try row.value(Column.publicationVisibility))
    }

    /// Writes what an edit changed.
    static func update(_ new: Event, at now: Date, _ db: SQLConnection) throws {
        var new = new
        (new.rev, new.editedAt) = (new.rev + 1, now)
        if new.visibility == .private { new.pinned = false }
        if new.kind != .question { (new.accepted, new.endorsed) = (nil, nil) }
        try update(
            new,
            [
                "due_day": try dueDay(new.due, in: new.course, db), "publish_at": new.publication?.at.seconds,
                "publish_as": new.publication?.visibility.rawValue,
            ], also: "edit_reply = last_reply, newest_reply = last_reply", except: unedited, db)
    }

    /// An event of any visibility; nil if it is absent or deleted.
    static func find(_ id: Event.ID, _ db: SQLConnection) throws -> StoredEvent? {
        try db.decoded(selectPresent, [id]) { try decodeStored($0, db) }.first
    }

    /// The events of these ids that are not deleted.
    static func find(_ ids: Set<Event.ID>, _ db: SQLConnection) throws -> [Event.ID: StoredEvent] {
        let found = try db.decoded(ids, "\(select) WHERE e.id", " AND e.deleted_at IS NULL") { try decodeStored($0, db) }
        return Dictionary(uniqueKeysWithValues: found.map { ($0.event.id, $0) })
    }

    /// Throws `.notFound` if the event is absent or `account` may not see it.
    static func require(
        _ id: Event.ID, seenBy account: Account.ID, _ db: SQLConnection
    ) throws -> (StoredEvent, isInsider: Bool) {
        guard let found = try find(id, seenBy: account, db) else { throw DomainError.notFound("event \(id)") }
        return found
    }

    /// Nil if the event is absent or `account` may not see it.
    static func find(
        _ id: Event.ID, seenBy account: Account.ID, _ db: SQLConnection
    ) throws -> (StoredEvent, isInsider: Bool)? {
        let found = try db.decoded("\(select) WHERE e.id = ? AND \(Visibility.condition)", [id, account, account]) {
            try decodeStored($0, db)
        }
        guard let event = found.first else { return nil }
        let membership = try Membership.find(account, in: event.course, db)
        return (event, membership?.isInsider(of: event.audience) ?? false)
    }
}

extension EventRow {
    /// Deletes an event with its thread, for everyone.
    static func delete(event id: Event.ID, by account: Account.ID, reason: String?, _ tx: Transaction) throws {
        guard let stored = try EventRow.find(id, tx.db) else { return }
        let notifier = EventNotifier(stored: stored, actor: account, tx: tx)
        let readers = try notifier.readersOfNotice()
        try tx.db.send(
            "UPDATE event SET deleted_at = ?, deleted_by = ?, deleted_why = ? WHERE id = ?", tx.now.seconds, account, reason, id
        )
        try tx.log.changed(stored, from: stored, isGone: true)
        try notifier.retracted(readers, reason: reason)
    }
}
