import GRDB
import NoteItCore

/// The marks of events, with the ticks, thanks, reminders and what is followed that wait in the outbox.
extension LocalCopy {
    /// The events that the reader ticked off.
    public func tickedOff() async throws -> Set<Event.ID> {
        try await database.read { db in
            var ticked = Set(try String.fetchAll(db, sql: "SELECT event_id FROM mark WHERE done").compactMap { Event.ID($0) })
            for waiting in try Self.waiting(db) {
                guard case .done(let done, let event) = waiting.content else { continue }
                if done { ticked.insert(event) } else { ticked.remove(event) }
            }
            return ticked
        }
    }

    /// Adds what waits to the marks of the server. Authors have seen what they wrote.
    /// - Parameter only: nil means all events.
    static func addWaiting(to known: inout [Event.ID: EventMark], only event: Event.ID? = nil, _ db: Database) throws {
        for waiting in try waiting(only: event, db) {
            var mark = known[waiting.event] ?? waiting.unmarked
            waiting.content.change(&mark)
            known[waiting.event] = mark
        }
    }

    /// Adds thanks that wait to the counts of a thread.
    /// - Parameter mark: the server's mark of the reader.
    static func addThanks(to replies: inout [Reply], of event: Event.ID, _ mark: EventMark?, _ db: Database) throws {
        let told = Set(mark?.thanked ?? [])
        var known = [event: mark ?? EventMark(event: event, course: Course.ID(""))]
        try addWaiting(to: &known, only: event, db)
        let wanted = Set(known[event]?.thanked ?? [])
        for index in replies.indices where told.contains(replies[index].id) != wanted.contains(replies[index].id) {
            replies[index].thanks = max(0, (replies[index].thanks ?? 0) + (wanted.contains(replies[index].id) ? 1 : -1))
        }
    }

    /// A change of a mark that the server has not heard of.
    private struct Waiting {
        var content: OutboxEntry.Content
        var event: Event.ID
        var course: Course.ID
        var rev: Int
        var isOwn: Bool

        var unmarked: EventMark { EventMark(event: event, course: course, seen: isOwn ? rev : 0, mine: isOwn) }
    }

    /// The changes of marks that wait, oldest first.
    private static func waiting(only event: Event.ID? = nil, _ db: Database) throws -> [Waiting] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT o.kind, o.target, o.json, e.course_id, e.rev, e.author_id = o.account
                FROM outbox o JOIN event e ON e.id = o.target
                WHERE o.kind NOT IN ('event', 'reply') AND o.state = 'waiting'
                    AND o.account = (SELECT json_extract(account, '$.id') FROM copy) AND (? IS NULL OR o.target = ?)
                ORDER BY o.position
                """, arguments: [event?.description, event?.description])
        return rows.compactMap { row in
            guard let content = try? OutboxEntry.Content(kind: row[0], target: row[1], json: row[2]), let event = content.thread
            else { return nil }
            return Waiting(content: content, event: event, course: row[3], rev: row[4], isOwn: row[5])
        }
    }
}
