import Foundation
import NoteItCore

/// A stored reply: the wire type, and what its delivery needs besides.
struct StoredReply {
    /// As classmates see it.
    var reply: Reply
    /// The author as staff see them.
    var author: Author

    var id: Reply.ID { reply.id }

    func seen(byInsider: Bool) -> Reply {
        var reply = reply
        if byInsider { reply.author = author }
        return reply
    }
}

enum ReplyRow: NounRow {
    typealias Noun = Reply

    static let (table, alias) = ("reply", "r")

    static let sql: [Column: String] = [
        .author: "r.author_id",
        .authorName: "a.display_name",
        .authorRole: CourseRole.sql(of: "a", in: "(SELECT e.course_id FROM event e WHERE e.id = r.event_id)"),
        .authorEmail: "a.email",
        .authorHandle: "a.handle",
        .alias: "r.alias",
        .anonymous: "(r.alias IS NOT NULL)",
        .attachments: AttachmentRow.list(of: .reply, "r.id"),
    ]

    /// `SELECT ... FROM ...`, for rows that `decode` reads.
    static let select = "SELECT \(Column.list) \(tables)"

    /// The same for the replies in one course, whose id is the first argument.
    static let selectInOneCourse = "SELECT \(Column.list(with: [.authorRole: CourseRole.sqlInOneCourse(of: "a")])) \(tables)"

    private static let tables = "FROM reply r JOIN account a ON a.id = r.author_id"

    static func decodeStored(_ row: Row) throws -> StoredReply {
        var reply = try decode(row)
        let author = reply.author
        reply.author = author.seenByClassmates(as: row[Column.alias])
        return StoredReply(reply: reply, author: author)
    }

    static let unknownMentions: [String]? = nil

    static func author(_ row: Row) throws -> Author {
        try stored(row.author(Column.author, .authorName, .authorRole, email: .authorEmail, .authorHandle))
    }

    static func attachments(_ row: Row) throws -> [Attachment] { try AttachmentRow.attachments(row[Column.attachments]) }

    static func find(_ id: Reply.ID, _ db: SQLConnection) throws -> StoredReply? {
        try find([id], db)[id]
    }

    static func find(_ ids: Set<Reply.ID>, _ db: SQLConnection) throws -> [Reply.ID: StoredReply] {
        let found = try db.decoded(ids, "\(select) WHERE r.id", " AND r.deleted_at IS NULL", by: decodeStored)
        return Dictionary(uniqueKeysWithValues: found.map { ($0.reply.id, $0) })
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
