import GRDB
import NoteItCore

enum EventMarkRow {
    private static let select = """
        SELECT m.event_id, e.course_id, m.seen, e.author_id = m.account_id, m.me_too, m.following, m.muted, m.alias
        FROM event_mark m JOIN event e ON e.id = m.event_id
        """

    /// Those of events that are gone too, in the order of the events' ids.
    static func all(of account: Account.ID, after event: String = "", limit: Int = .max, _ db: Database) throws -> [EventMark] {
        try db.decoded(
            "\(select) WHERE m.account_id = ? AND m.event_id > ? ORDER BY m.event_id LIMIT ?", [account, event, limit],
            by: decode)
    }

    static func find(_ event: Event.ID, of account: Account.ID, _ db: Database) throws -> EventMark? {
        try db.decoded("\(select) WHERE m.account_id = ? AND m.event_id = ?", [account, event], by: decode).first
    }

    private static func decode(_ row: Row) -> EventMark {
        EventMark(
            event: row[0], course: row[1], seen: row[2], mine: row[3], meToo: row[4], following: row[5], muted: row[6],
            alias: row[7])
    }
}

extension Log {
    /// Changes what an event is to a person, and tells their devices if it did change. Of their own event they saw what they
    /// wrote.
    @discardableResult
    func mark(_ stored: StoredEvent, of account: Account.ID, _ change: (inout EventMark) -> Void) throws -> EventMark {
        let event = stored.event
        let old = try EventMarkRow.find(event.id, of: account, db) ?? stored.unmarked(by: account)
        var new = old
        change(&new)
        guard new != old else { return new }
        try db.run(
            """
            INSERT INTO event_mark (account_id, event_id, seen, me_too, following, muted, alias) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (account_id, event_id) DO UPDATE SET seen = excluded.seen, me_too = excluded.me_too,
                following = excluded.following, muted = excluded.muted, alias = excluded.alias
            """, account, event.id, new.seen, new.meToo, new.following, new.muted, new.alias)
        try changed(.mark, event.id.description, of: account)
        return new
    }
}
