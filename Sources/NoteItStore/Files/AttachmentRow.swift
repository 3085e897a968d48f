import Foundation
import NoteItCore

enum AttachmentRow {
    /// What an attachment belongs to: the column with its id.
    enum Kind: String {
        case event = "event_id"
        case reply = "reply_id"
    }

    enum Owner: Sendable {
        case event(Event.ID), reply(Reply.ID)

        var kind: Kind {
            switch self {
            case .event: .event
            case .reply: .reply
            }
        }

        var id: String {
            switch self {
            case .event(let id): id.description
            case .reply(let id): id.description
            }
        }
    }

    /// An SQL expression: the files of an event or a reply, one per line, with tabs between the fields; NULL if there are none.
    /// `attachments` reads it. No field contains tabs or line ends: see `FileName`.
    static func list(of kind: Kind, _ owner: String) -> String {
        """
        (SELECT group_concat(
            f.position || '\t' || f.id || '\t' || f.size || '\t' || f.media_type || '\t' || f.sha256 || '\t' || f.name, '\n')
        FROM attachment f WHERE f.\(kind.rawValue) = \(owner))
        """
    }

    /// In their order.
    static func attachments(_ list: String?) throws -> [Attachment] {
        guard let list else { return [] }
        let placed = try list.utf8.split(separator: UInt8(ascii: "\n")).map { line in
            let fields = line.split(separator: UInt8(ascii: "\t"), maxSplits: 5).map { String(Substring($0)) }
            guard fields.count == 6 else { throw EngineFault.corrupt("a list of files") }
            let attachment = Attachment(
                id: try stored(Attachment.ID(fields[1])), name: fields[5], size: try stored(Int(fields[2])),
                mediaType: fields[3], sha256: fields[4])
            return (position: try stored(Int(fields[0])), attachment: attachment)
        }
        return placed.sorted { $0.position < $1.position }.map(\.attachment)
    }

    static func decode(_ row: Row) -> Attachment {
        Attachment(
            id: row["id"], name: row["name"], size: row["size"], mediaType: row["media_type"], sha256: row["sha256"])
    }

    static func find(_ id: Attachment.ID, _ db: SQLConnection) throws -> Row? {
        try db.first("SELECT * FROM attachment WHERE id = ?", id)
    }

    /// Makes `ids`, in their order, the files of `owner`. Its other files become free.
    /// Throws `.invalid` for a file of another account or another owner.
    static func set(_ ids: [Attachment.ID], of owner: Owner, by account: Account.ID, _ tx: Transaction) throws {
        let column = owner.kind.rawValue
        for id in try tx.db.column("SELECT id FROM attachment WHERE \(column) = ?", owner.id) as [Attachment.ID]
        where !ids.contains(id) {
            try tx.db.send(
                "UPDATE attachment SET \(column) = NULL, position = NULL, free_since = ? WHERE id = ?", tx.now.seconds, id)
        }
        for (position, id) in ids.enumerated() {
            let taken = try tx.db.run(
                """
                UPDATE attachment SET \(column) = ?, position = ?, free_since = NULL
                WHERE id = ? AND account_id = ? AND (free_since IS NOT NULL OR \(column) = ?)
                """, owner.id, position, id, account, owner.id)
            guard taken == 1 else {
                throw DomainError.invalid("attachments", "\(id) is not an unused upload of yours")
            }
        }
    }

    /// Throws `.conflict` if `size` more bytes would exceed the quota of the person.
    static func requireRoom(for size: Int, of account: Account.ID, _ limits: AttachmentLimits, _ db: SQLConnection) throws {
        let held: Int? = try db.value("SELECT SUM(size) FROM attachment WHERE account_id = ?", account)
        guard (held ?? 0) + size <= limits.account else {
            let (held, most) = (FileSize.text(held ?? 0), FileSize.text(limits.account))
            throw DomainError.conflict("Your files take \(held) of \(most). Delete some posts with files first.")
        }
    }

    /// The files to delete, as SQL: those that have been free too long, and those of posts that the author deleted or that staff
    /// removed long ago. Takes the time before which a file must have become free, then three times the time before which staff
    /// must have removed the post, all in seconds.
    private static let doomed = """
        (free_since < ?
        OR event_id IN (SELECT id FROM event WHERE deleted_at IS NOT NULL AND (deleted_by = author_id OR deleted_at < ?))
        OR reply_id IN (
            SELECT r.id FROM reply r JOIN event e ON e.id = r.event_id
            WHERE (r.deleted_at IS NOT NULL AND (r.deleted_by = r.author_id OR r.deleted_at < ?))
                OR (e.deleted_at IS NOT NULL AND (e.deleted_by = e.author_id OR e.deleted_at < ?))))
        """

    /// Returns the hashes of the deleted rows.
    static func deleteDoomed(freeBefore: Date, removedBefore: Date, _ db: SQLConnection) throws -> [String] {
        let (free, removed) = (freeBefore.seconds, removedBefore.seconds)
        return try db.column("DELETE FROM attachment WHERE \(doomed) RETURNING sha256", free, removed, removed, removed)
    }

    /// The same for one event with its thread, or for one reply; only posts that their author deleted.
    static func deleteDoomed(of owner: Owner, _ db: SQLConnection) throws -> [String] {
        try all(of: owner, db).compactMap { id in
            try db.value(
                "DELETE FROM attachment WHERE id = ? AND \(doomed) RETURNING sha256", id, Int64.min, Int64.min, Int64.min,
                Int64.min)
        }
    }

    /// The files of an event and its thread, or of a reply, deleted or not.
    static func all(of owner: Owner, _ db: SQLConnection) throws -> [Attachment.ID] {
        switch owner {
        case .reply(let reply): try db.column("SELECT id FROM attachment WHERE reply_id = ?", reply)
        case .event(let event):
            try db.column(
                """
                SELECT id FROM attachment WHERE event_id = ?
                UNION ALL SELECT f.id FROM reply r JOIN attachment f ON f.reply_id = r.id WHERE r.event_id = ?
                """, event, event)
        }
    }

    /// Deletes the files of a person who leaves that nobody else can see: free ones, and those of posts that they deleted.
    /// Returns the hashes of the deleted rows.
    static func deleteUnseen(of account: Account.ID, _ db: SQLConnection) throws -> [String] {
        try db.column(
            """
            DELETE FROM attachment WHERE account_id = ? AND (free_since IS NOT NULL
                OR event_id IN (SELECT id FROM event WHERE author_id = ? AND deleted_by = author_id)
                OR reply_id IN (
                    SELECT r.id FROM reply r JOIN event e ON e.id = r.event_id
                    WHERE r.author_id = ? AND (r.deleted_by = r.author_id OR e.deleted_by = e.author_id)))
            RETURNING sha256
            """, account, account, account)
    }

    static func isUsed(_ hash: String, _ db: SQLConnection) throws -> Bool {
        try db.first("SELECT 1 FROM attachment WHERE sha256 = ? LIMIT 1", hash) != nil
    }
}
