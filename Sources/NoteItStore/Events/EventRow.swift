import Foundation
import NoteItCore

/// A stored event: the wire type, and what its delivery needs besides.
struct StoredEvent {
    /// As classmates see it: without the author's email, and under an alias if it is anonymous.
    var event: Event
    /// The author as staff see them.
    var author: Author

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

enum EventRow {
    enum Column: Int, SelectedColumn {
        case id, course, number, kind, title, body, tags, due, dueDay, visibility, sections, author, authorName, authorRole
        case authorEmail, authorHandle, alias, createdAt, editedAt, rev, lastReply, newestReply, replyCount, latestReply,
            dueMoves
        case accepted, endorsed, meToo, mustRead, pinned, publishAt, publishAs, attachments

        var sql: String {
            switch self {
            case .id: "e.id"
            case .course: "e.course_id"
            case .number: "e.number"
            case .kind: "e.kind"
            case .title: "e.title"
            case .body: "e.body"
            case .tags: "e.tags"
            case .due: "e.due"
            case .dueDay: "e.due_day"
            case .visibility: "e.visibility"
            case .sections: "(SELECT group_concat(s.section_id, ' ') FROM event_section s WHERE s.event_id = e.id)"
            case .author: "e.author_id"
            case .authorName: "a.display_name"
            case .authorRole: CourseRole.sql(of: "a", in: "e.course_id")
            case .authorEmail: "a.email"
            case .authorHandle: "a.handle"
            case .alias: "e.alias"
            case .createdAt: "e.created_at"
            case .editedAt: "e.edited_at"
            case .rev: "e.rev"
            case .lastReply: "e.last_reply"
            case .newestReply: "e.newest_reply"
            case .replyCount: "e.reply_count"
            case .latestReply: "e.latest_reply"
            case .dueMoves: "COALESCE((SELECT max(d.position) FROM due_change d WHERE d.event_id = e.id), 0)"
            case .accepted: "e.accepted_id"
            case .endorsed: "e.endorsed_id"
            case .meToo: "e.me_too"
            case .mustRead: "e.must_read"
            case .pinned: "e.pinned"
            case .publishAt: "e.publish_at"
            case .publishAs: "e.publish_as"
            case .attachments: AttachmentRow.list(of: .event, "e.id")
            }
        }
    }

    /// `SELECT ... FROM ...`, for rows that `decode` reads.
    static let select = "SELECT \(Column.list) \(tables)"

    /// The same for the events of one course, whose id is the first argument.
    static let selectInOneCourse = "SELECT \(Column.list(with: [.authorRole: CourseRole.sqlInOneCourse(of: "a")])) \(tables)"

    private static let selectPresent = "\(select) WHERE e.id = ? AND e.deleted_at IS NULL"

    private static let tables = "FROM event e JOIN account a ON a.id = e.author_id"

    static func decode(_ row: Row, _ db: SQLConnection) throws -> StoredEvent {
        let author = Author(
            id: row[Column.author], displayName: row[Column.authorName],
            role: try stored(Account.Role(rawValue: row[Column.authorRole])), email: row[Column.authorEmail],
            handle: row[Column.authorHandle])
        let alias: Account.ID? = row[Column.alias]
        let title: String = row[Column.title]
        let id: Event.ID = row[Column.id]
        let (rev, lastReply, moves): (Int, Int, Int) = (row[Column.rev], row[Column.lastReply], row[Column.dueMoves])
        let event = Event(
            id: id, course: row[Column.course], number: row[Column.number],
            kind: try stored(Event.Kind(rawValue: row[Column.kind])), title: title, body: row[Column.body],
            tags: try texts(row[Column.tags]), due: row.dateIfPresent(Column.due),
            visibility: try stored(Event.Visibility(rawValue: row[Column.visibility])),
            sections: Section.ID.list(row[Column.sections]),
            author: author.seenByClassmates(as: alias), createdAt: row.date(Column.createdAt),
            editedAt: row.dateIfPresent(Column.editedAt), rev: rev, replyCount: row[Column.replyCount],
            latestText: row[Column.latestReply] ?? title.prefix(codePoints: TextLimit.latestText),
            dueHistory: moves > 0 ? try DueChangeRow.newest(of: id, by: author.id, as: alias, db) : [], dueMoves: moves,
            activity: rev + lastReply, newest: rev + row[Column.newestReply], anonymous: alias != nil,
            accepted: row[Column.accepted], endorsed: row[Column.endorsed],
            meToo: row[Column.meToo], mustRead: row[Column.mustRead],
            attachments: try AttachmentRow.attachments(row[Column.attachments]), pinned: row[Column.pinned],
            publication: try publication(row))
        return StoredEvent(event: event, author: author)
    }

    private static func publication(_ row: Row) throws -> Event.Publication? {
        guard let time = row.dateIfPresent(Column.publishAt) else { return nil }
        return Event.Publication(at: time, visibility: try stored(Event.Visibility(rawValue: row[Column.publishAs])))
    }

    /// An event of any visibility; nil if it is absent or deleted.
    static func find(_ id: Event.ID, _ db: SQLConnection) throws -> StoredEvent? {
        try db.decoded(selectPresent, [id]) { try decode($0, db) }.first
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
            try decode($0, db)
        }
        guard let event = found.first else { return nil }
        let membership = try Membership.find(account, in: event.event.course, db)
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
