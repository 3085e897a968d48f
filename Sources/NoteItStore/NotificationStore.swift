import Foundation
import GRDB
import NoteItCore

import struct NoteItCore.Notification

extension SQLiteStore {
    public func notifications(of account: Account.ID, unread: Bool, page: PageRequest) async throws -> Page<Notification> {
        let after = try TimedPlace(page.after)
        return try await read { db in
            let found = try db.all(
                """
                SELECT * FROM notification WHERE account_id = ? AND (created_at, id) < (?, ?) AND (? = 0 OR read_at IS NULL)
                ORDER BY created_at DESC, id DESC LIMIT ?
                """, account, after?.time ?? .max, after?.id ?? "", unread, page.limit + 1
            ).map(NotificationRow.decode)
            let items = Array(found.prefix(page.limit))
            let next =
                try found.count > page.limit ? items.last.map { try TimedPlace.token($0.createdAt, $0.id.description) } : nil
            return Page(items: items, next: next)
        }
    }

    public func notification(_ id: Notification.ID, by account: Account.ID) async throws -> Notification {
        try await read { db in
            let row = try db.first("SELECT * FROM notification WHERE id = ? AND account_id = ?", id, account)
            guard let row else { throw DomainError.notFound("notification \(id)") }
            return try NotificationRow.decode(row)
        }
    }

    public func markRead(_ ids: [Notification.ID], by account: Account.ID) async throws {
        let now = now
        try await commit { db in
            let log = Log(db, at: now)
            for id in ids { try log.read(id, by: account) }
        }
    }
}

enum NotificationRow {
    /// Newest first.
    static func all(of account: Account.ID, _ db: Database) throws -> [Notification] {
        try db.all("SELECT * FROM notification WHERE account_id = ? ORDER BY created_at DESC, id DESC", account).map(decode)
    }

    static func decode(_ row: Row) throws -> Notification {
        let section = (row["section_id"] as Section.ID?).map { id in
            SectionSeats(id: id, code: row["section_code"] ?? "", capacity: row["capacity"], enrolled: row["enrolled"])
        }
        return Notification(
            id: row["id"], kind: Notification.Kind(rawValue: row["kind"]), course: row["course_id"], section: section,
            event: row["event_id"], reply: row["reply_id"], text: row["text"], minutes: row["minutes"],
            createdAt: row.date("created_at"), readAt: row.dateIfPresent("read_at"))
    }
}

extension Log {
    /// Puts what happened to a watched section into its watcher's inbox.
    func notify(_ account: Account.ID, of kind: Notification.Kind, _ watch: SeatWatch) throws {
        try notify(
            account,
            Notification(
                id: .make(at: now), kind: kind, course: watch.course, section: watch.section, createdAt: now, readAt: nil))
    }

    /// Puts a notification into a person's inbox, under an id by which those of one second stand in the order of the log.
    func notify(_ account: Account.ID, _ new: Notification) throws {
        var new = new
        new.id = .make(at: new.createdAt, counter: try LogRow.head(db).head)
        try db.run(
            """
            INSERT INTO notification (id, account_id, kind, course_id, section_id, section_code, capacity, enrolled, event_id,
                reply_id, text, minutes, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, new.id, account, new.kind.rawValue, new.course, new.section?.id, new.section?.code, new.section?.capacity,
            new.section?.enrolled, new.event, new.reply, new.text, new.minutes, new.createdAt.seconds)
        try show(account, new, .notification, new.id.description, course: nil)
        try makeRoom(in: account)
    }

    /// Deletes the oldest notifications beyond what one person keeps.
    private func makeRoom(in account: Account.ID) throws {
        let oldest: [Notification.ID] = try db.column(
            "SELECT id FROM notification WHERE account_id = ? ORDER BY created_at DESC, id DESC LIMIT -1 OFFSET ?",
            account, Notification.most)
        for id in oldest {
            try db.run("DELETE FROM notification WHERE id = ?", id)
            _ = try tell(account, .remove, .notification, id.description, course: nil)
        }
    }
}
