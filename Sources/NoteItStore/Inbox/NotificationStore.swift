import Foundation
import GRDB
import NoteItCore

import struct NoteItCore.Notification

extension SQLiteStore {
    public func notifications(of account: Account.ID, unread: Bool, page: PageRequest) async throws -> Page<Notification> {
        let after = try TimedPlace(page.after)
        return try await read { db in
            let own = try db.all(
                """
                \(NotificationRow.select) AND (n.created_at, n.id) < (?, ?) AND (? = 0 OR n.read_at IS NULL)
                ORDER BY n.created_at DESC, n.id DESC LIMIT ?
                """, account, after?.time ?? .max, after?.id ?? "", unread, page.limit + 1
            ).map(NotificationRow.decode)
            let broadcasts = try BroadcastRow.all(of: account, db).filter { found in
                (!unread || found.readAt == nil)
                    && after.map { (found.createdAt.seconds, found.id.description) < ($0.time, $0.id) } ?? true
            }
            let found = NotificationRow.inOrder(own + broadcasts)
            let items = Array(found.prefix(page.limit))
            let next =
                try found.count > page.limit ? items.last.map { try TimedPlace.token($0.createdAt, $0.id.description) } : nil
            return Page(items: items, next: next)
        }
    }

    public func notification(_ id: Notification.ID, by account: Account.ID) async throws -> Notification {
        try await read { db in
            guard let found = try NotificationRow.find(id, of: account, db) else {
                throw DomainError.notFound("notification \(id)")
            }
            return found
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
    /// Those of one person that tell of nothing that the person may not see, or is gone. What tells that something went stays,
    /// unless it came back. Takes the account.
    static let select = """
        SELECT n.* FROM notification n LEFT JOIN event e ON e.id = n.event_id
        WHERE n.account_id = ? AND (n.event_id IS NULL OR CASE
            WHEN n.kind IN ('removed', 'restored') THEN 1
            WHEN n.kind = 'noticeRetracted' THEN e.deleted_at IS NOT NULL AND \(Visibility.audience(of: "n.account_id"))
            WHEN e.deleted_at IS NOT NULL THEN 0
            WHEN n.kind = 'reported' AND NOT \(Visibility.charge(of: "n.account_id")) THEN 0
            ELSE NOT EXISTS (SELECT 1 FROM reply r WHERE r.id = n.reply_id AND r.deleted_at IS NOT NULL)
                AND \(Visibility.audience(of: "n.account_id")) END)
        """

    /// Newest first.
    static func all(of account: Account.ID, _ db: Database) throws -> [Notification] {
        let own = try db.all("\(select) ORDER BY n.created_at DESC, n.id DESC", account).map(decode)
        return inOrder(own + (try BroadcastRow.all(of: account, db)))
    }

    static func inOrder(_ notifications: [Notification]) -> [Notification] {
        notifications.sorted { ($0.createdAt, $0.id.description) > ($1.createdAt, $1.id.description) }
    }

    static func find(_ id: Notification.ID, of account: Account.ID, _ db: Database) throws -> Notification? {
        try db.first("\(select) AND n.id = ?", account, id).map(decode) ?? BroadcastRow.find(id, of: account, db)
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
        try changed(.notification, new.id.description, of: account)
        try makeRoom(in: account)
    }

    /// Deletes the oldest notifications beyond what one person keeps.
    private func makeRoom(in account: Account.ID) throws {
        let oldest: [Notification.ID] = try db.column(
            "SELECT id FROM notification WHERE account_id = ? ORDER BY created_at DESC, id DESC LIMIT -1 OFFSET ?",
            account, Notification.most)
        for id in oldest {
            try db.run("DELETE FROM notification WHERE id = ?", id)
            try changed(.notification, id.description, of: account)
        }
    }
}
