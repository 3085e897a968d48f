import Foundation
import NoteItCore

enum EventMarkRow {
    private static let select = """
        SELECT m.event_id, e.course_id, m.seen, e.author_id = m.account_id, m.me_too, m.following, m.muted, m.alias, m.done, m.remind_at,
            (SELECT group_concat(t.reply_id, ' ') FROM reply_thanks t
                WHERE t.account_id = m.account_id AND t.event_id = m.event_id)
        FROM event_mark m JOIN event e ON e.id = m.event_id
        """

    /// In the order of the events' ids, including deleted events.
    static func all(
        of account: Account.ID, after event: String = "", limit: Int = .max, _ db: SQLConnection
    ) throws -> [EventMark] {
        try db.decoded(
            "\(select) WHERE m.account_id = ? AND m.event_id > ? ORDER BY m.event_id LIMIT ?", [account, event, limit],
            by: decode)
    }

    static func find(_ event: Event.ID, of account: Account.ID, _ db: SQLConnection) throws -> EventMark? {
        try db.decoded("\(select) WHERE m.account_id = ? AND m.event_id = ?", [account, event], by: decode).first
    }

    private static func decode(_ row: Row) -> EventMark {
        EventMark(
            event: row[0], course: row[1], seen: row[2], mine: row[3], meToo: row[4], following: row[5], muted: row[6],
            done: row[8], thanked: replies(row[10]),
            remindAt: (row[9] as Int64?).map { Date(timeIntervalSince1970: TimeInterval($0)) }, alias: row[7])
    }

    private static func replies(_ list: String?) -> [Reply.ID] {
        (list ?? "").split(separator: " ").sorted().compactMap { Reply.ID(String($0)) }
    }

    /// Changes a person's mark of an event, and logs it if it differs. Authors have seen what they wrote.
    @discardableResult
    static func change(
        _ stored: StoredEvent, of account: Account.ID, _ tx: Transaction, _ change: (inout EventMark) -> Void
    ) throws -> EventMark {
        let event = stored.event
        let old = try find(event.id, of: account, tx.db) ?? stored.unmarked(by: account)
        var new = old
        change(&new)
        guard new != old else { return new }
        try tx.db.send(
            """
            INSERT INTO event_mark (account_id, event_id, seen, me_too, following, muted, alias, done, remind_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (account_id, event_id) DO UPDATE SET seen = excluded.seen, me_too = excluded.me_too,
                following = excluded.following, muted = excluded.muted, alias = excluded.alias, done = excluded.done,
                remind_at = excluded.remind_at
            """, account, event.id, new.seen, new.meToo, new.following, new.muted, new.alias, new.done,
            new.remindAt?.seconds)
        try tx.log.changed(.mark, event.id.description, of: account)
        return new
    }

    /// The alias of a person in a thread, made when they first need it, and visible to them alone.
    static func alias(of account: Account.ID, in event: Event.ID, _ tx: Transaction) throws -> Account.ID {
        let thread = try stored(try EventRow.find(event, tx.db))
        return try stored(change(thread, of: account, tx) { $0.alias = $0.alias ?? Account.ID(UUID()) }.alias)
    }
}
