import Foundation
import GRDB
import NoteItCore

enum AttachmentRow {
    /// What files go with.
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

    /// An expression: the files of what `owner` names, as a JSON array that `attachments` reads.
    static func list(of kind: Kind, _ owner: String) -> String {
        """
        (SELECT json_group_array(json_object('id', f.id, 'mediaType', f.media_type, 'name', f.name, 'position', f.position,
            'sha256', f.sha256, 'size', f.size)) FROM attachment f WHERE f.\(kind.rawValue) = \(owner))
        """
    }

    /// In their order.
    static func attachments(_ json: String) throws -> [Attachment] {
        if json == "[]" { return [] }
        let placed = try JSONDecoder().decode([Placed].self, from: Data(json.utf8))
        return placed.sorted { $0.position < $1.position }.map(\.attachment)
    }

    private struct Placed: Decodable {
        var attachment: Attachment
        var position: Int

        enum CodingKeys: CodingKey { case position }

        init(from decoder: any Decoder) throws {
            attachment = try Attachment(from: decoder)
            position = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .position)
        }
    }

    static func decode(_ row: Row) -> Attachment {
        Attachment(
            id: row["id"], name: row["name"], size: row["size"], mediaType: row["media_type"], sha256: row["sha256"])
    }

    static func find(_ id: Attachment.ID, _ db: Database) throws -> Row? {
        try db.first("SELECT * FROM attachment WHERE id = ?", id)
    }

    /// Makes `ids` all that goes with `owner`, in their order; what no longer does is free from `now` on.
    /// Throws `.invalid` for a file that is not the account's, or goes with something else.
    static func set(
        _ ids: [Attachment.ID], of owner: Owner, by account: Account.ID, at now: Date, _ db: Database
    ) throws {
        let column = owner.kind.rawValue
        for id in try db.column("SELECT id FROM attachment WHERE \(column) = ?", owner.id) as [Attachment.ID]
        where !ids.contains(id) {
            try db.run("UPDATE attachment SET \(column) = NULL, position = NULL, free_since = ? WHERE id = ?", now.seconds, id)
        }
        for (position, id) in ids.enumerated() {
            let taken = try db.run(
                """
                UPDATE attachment SET \(column) = ?, position = ?, free_since = NULL
                WHERE id = ? AND account_id = ? AND (free_since IS NOT NULL OR \(column) = ?)
                """, owner.id, position, id, account, owner.id)
            guard taken == 1 else {
                throw DomainError.invalid("attachments", "\(id) is no upload of yours, or goes with something else")
            }
        }
    }

    /// Throws `.conflict` if `size` more bytes would be too much for the person.
    static func requireRoom(for size: Int, of account: Account.ID, _ limits: AttachmentLimits, _ db: Database) throws {
        let held: Int? = try db.value("SELECT SUM(size) FROM attachment WHERE account_id = ?", account)
        guard (held ?? 0) + size <= limits.account else {
            let (held, most) = (FileSize.text(held ?? 0), FileSize.text(limits.account))
            throw DomainError.conflict("Your files take \(held) of \(most). Delete some with what they go with first.")
        }
    }

    /// What is not to stay: free for too long, or of something that is gone for good, by its author's hand or because staff removed
    /// it long ago. Takes a moment in seconds before which a file must have become free, then three times the moment before which
    /// staff must have removed what it goes with.
    private static let doomed = """
        (free_since < ?
        OR event_id IN (SELECT id FROM event WHERE deleted_at IS NOT NULL AND (deleted_by = author_id OR deleted_at < ?))
        OR reply_id IN (
            SELECT r.id FROM reply r JOIN event e ON e.id = r.event_id
            WHERE (r.deleted_at IS NOT NULL AND (r.deleted_by = r.author_id OR r.deleted_at < ?))
                OR (e.deleted_at IS NOT NULL AND (e.deleted_by = e.author_id OR e.deleted_at < ?))))
        """

    /// Returns the hashes that rows were deleted of.
    static func deleteDoomed(freeBefore: Date, removedBefore: Date, _ db: Database) throws -> [String] {
        let (free, removed) = (freeBefore.seconds, removedBefore.seconds)
        return try db.column("DELETE FROM attachment WHERE \(doomed) RETURNING sha256", free, removed, removed, removed)
    }

    /// The same of one event with its thread, or of one reply, and only what its author deleted.
    static func deleteDoomed(of owner: Owner, _ db: Database) throws -> [String] {
        try all(of: owner, db).compactMap { id in
            try db.value(
                "DELETE FROM attachment WHERE id = ? AND \(doomed) RETURNING sha256", id, Int64.min, Int64.min, Int64.min,
                Int64.min)
        }
    }

    /// Those of an event and of its thread, or of a reply, deleted or not.
    static func all(of owner: Owner, _ db: Database) throws -> [Attachment.ID] {
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

    /// Files of who leaves that nobody else sees: those that go with nothing, and those of what they deleted.
    /// Returns the hashes that rows were deleted of.
    static func deleteUnseen(of account: Account.ID, _ db: Database) throws -> [String] {
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

    static func isUsed(_ hash: String, _ db: Database) throws -> Bool {
        try db.first("SELECT 1 FROM attachment WHERE sha256 = ? LIMIT 1", hash) != nil
    }
}
