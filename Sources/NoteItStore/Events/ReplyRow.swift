import Foundation
import NoteItCore

/// A stored reply: the wire type, and what its delivery needs besides.
struct StoredReply {
    /// As classmates see it.
    var reply: Reply
    /// The author as staff see them.
    var author: Author

    func seen(byInsider: Bool) -> Reply {
        var reply = reply
        if byInsider { reply.author = author }
        return reply
    }
}

enum ReplyRow {
    enum Column: Int, SelectedColumn {
        case id, event, number, parent, body, author, authorName, authorRole, authorEmail, authorHandle, alias, createdAt
        case editedAt, rev, thanks, attachments

        var sql: String {
            switch self {
            case .id: "r.id"
            case .event: "r.event_id"
            case .number: "r.number"
            case .parent: "r.parent_id"
            case .body: "r.body"
            case .author: "r.author_id"
            case .authorName: "a.display_name"
            case .authorRole: CourseRole.sql(of: "a", in: "(SELECT e.course_id FROM event e WHERE e.id = r.event_id)")
            case .authorEmail: "a.email"
            case .authorHandle: "a.handle"
            case .alias: "r.alias"
            case .createdAt: "r.created_at"
            case .editedAt: "r.edited_at"
            case .rev: "r.rev"
            case .thanks: "r.thanks"
            case .attachments: AttachmentRow.list(of: .reply, "r.id")
            }
        }
    }

    /// `SELECT ... FROM ...`, for rows that `decode` reads.
    static let select = "SELECT \(Column.list) \(tables)"

    /// The same for the replies in one course, whose id is the first argument.
    static let selectInOneCourse = "SELECT \(Column.list(with: [.authorRole: CourseRole.sqlInOneCourse(of: "a")])) \(tables)"

    private static let tables = "FROM reply r JOIN account a ON a.id = r.author_id"

    static func decode(_ row: Row) throws -> StoredReply {
        let author = Author(
            id: row[Column.author], displayName: row[Column.authorName],
            role: try stored(Account.Role(rawValue: row[Column.authorRole])), email: row[Column.authorEmail],
            handle: row[Column.authorHandle])
        let alias: Account.ID? = row[Column.alias]
        let reply = Reply(
            id: row[Column.id], event: row[Column.event], number: row[Column.number], parent: row[Column.parent],
            body: row[Column.body], author: author.seenByClassmates(as: alias), createdAt: row.date(Column.createdAt),
            editedAt: row.dateIfPresent(Column.editedAt), rev: row[Column.rev], anonymous: alias != nil,
            attachments: try AttachmentRow.attachments(row[Column.attachments]), thanks: row[Column.thanks])
        return StoredReply(reply: reply, author: author)
    }

    static func find(_ id: Reply.ID, _ db: SQLConnection) throws -> StoredReply? {
        try db.decoded("\(select) WHERE r.id = ? AND r.deleted_at IS NULL", [id], by: decode).first
    }

    /// Throws `.notFound` if the reply is absent or `account` may not see its event.
    static func require(
        _ id: Reply.ID, seenBy account: Account.ID, _ db: SQLConnection
    ) throws -> (StoredReply, isInsider: Bool) {
        guard let stored = try find(id, db),
            let isInsider = try EventRow.find(stored.reply.event, seenBy: account, db)?.isInsider
        else { throw DomainError.notFound("reply \(id)") }
        return (stored, isInsider)
    }
}
