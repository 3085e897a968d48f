import GRDB
import NoteItCore

/// The events that the reader ticked off, with the ticks that wait in the outbox.
extension LocalCopy {
    public func tickedOff() async throws -> Set<Event.ID> {
        try await database.read { db in
            var ticked = Set(try String.fetchAll(db, sql: "SELECT event_id FROM mark WHERE done").compactMap { Event.ID($0) })
            for tick in try Self.waitingTicks(db) {
                if tick.isDone { ticked.insert(tick.event) } else { ticked.remove(tick.event) }
            }
            return ticked
        }
    }

    /// Adds the ticks that wait to the marks of the server. Authors have seen what they wrote.
    /// - Parameter only: nil means all events.
    static func addTicks(to known: inout [Event.ID: EventMark], only event: Event.ID? = nil, _ db: Database) throws {
        for tick in try waitingTicks(db) where event == nil || event == tick.event {
            var mark =
                known[tick.event]
                ?? EventMark(event: tick.event, course: tick.course, seen: tick.isOwn ? tick.rev : 0, mine: tick.isOwn)
            mark.done = tick.isDone
            known[tick.event] = mark
        }
    }

    private struct Tick {
        var event: Event.ID
        var isDone: Bool
        var course: Course.ID
        var rev: Int
        var isOwn: Bool
    }

    /// Oldest first.
    private static func waitingTicks(_ db: Database) throws -> [Tick] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT o.target, json_extract(o.json, '$.done'), e.course_id, e.rev, e.author_id = o.account
                FROM outbox o JOIN event e ON e.id = o.target
                WHERE o.kind = 'done' AND o.state = 'waiting' AND o.account = (SELECT json_extract(account, '$.id') FROM copy)
                ORDER BY o.position
                """)
        return rows.compactMap { row in
            Event.ID(row[0] as String).map { Tick(event: $0, isDone: row[1], course: row[2], rev: row[3], isOwn: row[4]) }
        }
    }
}
