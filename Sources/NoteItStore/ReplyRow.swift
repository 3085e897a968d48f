import Foundation
import GRDB
import NoteItCore

/// A reply as it is stored, with what its delivery needs beside the wire type.
struct StoredReply {
    var reply: Reply
    var authorEmail: String?
    /// 1, 2, ... in its event.
    var number: Int

    func seen(byStaff: Bool) -> Reply {
        var reply = reply
        reply.author.email = byStaff ? authorEmail : nil
        return reply
    }
}

enum ReplyRow {
    static let columns = "r.*, a.display_name, a.role, a.email"
    static let from = "FROM reply r JOIN account a ON a.id = r.author_id"

    static func decode(_ row: Row) throws -> StoredReply {
        let author = Author(
            id: row["author_id"], displayName: row["display_name"], role: try stored(Account.Role(rawValue: row["role"])))
        let reply = Reply(
            id: row["id"], event: row["event_id"], parent: row["parent_id"], body: row["body"], author: author,
            createdAt: row.date("created_at"), editedAt: row.dateIfPresent("edited_at"), rev: row["rev"])
        return StoredReply(reply: reply, authorEmail: row["email"], number: row["number"])
    }

    static func find(_ id: Reply.ID, _ db: Database) throws -> StoredReply? {
        try db.first("SELECT \(columns) \(from) WHERE r.id = ? AND r.deleted_at IS NULL", id).map(decode)
    }

    static func ids(of event: Event.ID, _ db: Database) throws -> [Reply.ID] {
        try db.column("SELECT id FROM reply WHERE event_id = ? AND deleted_at IS NULL ORDER BY number", event)
    }

    static func all(of event: Event.ID, _ db: Database) throws -> [StoredReply] {
        try db.all("SELECT \(columns) \(from) WHERE r.event_id = ? AND r.deleted_at IS NULL ORDER BY r.number", event).map(
            decode)
    }
}

extension Log {
    /// The row of a new or changed reply.
    func upsert(_ stored: StoredReply, in event: StoredEvent) throws {
        try append(row(of: stored, in: event.event.course, after: event.audience))
    }

    func row(of stored: StoredReply, in course: Course.ID, after: [Topic], before: [Topic] = []) throws -> NewRow {
        NewRow(
            change: .upsert, type: .reply, subject: stored.reply.id.description, rev: stored.reply.rev, course: course,
            after: after, before: before, body: try JSONCoding.string(stored.reply), authorEmail: stored.authorEmail)
    }
}
