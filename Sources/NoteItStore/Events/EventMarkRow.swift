import Foundation
import NoteItCore

enum EventMarkRow: NounRow {
    typealias Noun = EventMark

    static let (table, alias) = ("event_mark", "m")

    static let sql: [Column: String] = [
        .course: "e.course_id",
        .mine: "(e.author_id = m.account_id)",
        .thanked: """
        (SELECT group_concat(t.reply_id, ' ') FROM reply_thanks t
            WHERE t.account_id = m.account_id AND t.event_id = m.event_id)
        """,
        .alias: "m.alias",
    ]

    private static let select = "SELECT \(Column.list) FROM event_mark m JOIN event e ON e.id = m.event_id"

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

    static func thanked(_ row: Row) throws -> [Reply.ID] {
        let list: String? = row[Column.thanked]
        return (list ?? "").split(separator: " ").sorted().compactMap { Reply.ID(String($0)) }
    }

    /// Changes a person's mark of an event, and logs it if it differs. Authors have seen what they wrote.
    /// - Parameter isAnswered: whether a client gets the mark and keeps it: then a first one is stored even if it says what
    ///   holds without it, so that the log brings the client whatever becomes of it.
    @discardableResult
    static func change(
        _ stored: StoredEvent, of account: Account.ID, isAnswered: Bool = false, _ tx: Transaction,
        _ change: (inout EventMark) -> Void
    ) throws -> EventMark {
        let event = stored.event
        let found = try find(event.id, of: account, tx.db)
        let old = found ?? stored.unmarked(by: account)
        var new = old
        change(&new)
        guard new != old || (isAnswered && found == nil) else { return new }
        try insert(new, ["account_id": account], over: ["account_id", "event_id"], tx.db)
        try tx.log.changed(.mark, event.id.description, of: account)
        return new
    }

    /// The alias of a person in a thread, made when they first need it, and visible to them alone.
    static func alias(of account: Account.ID, in event: Event.ID, _ tx: Transaction) throws -> Account.ID {
        let thread = try stored(try EventRow.find(event, tx.db))
        return try stored(change(thread, of: account, tx) { $0.alias = $0.alias ?? Account.ID(UUID()) }.alias)
    }
}
