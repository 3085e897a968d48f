import GRDB
import NoteItCore

/// What was seen here, also while the server is not reached: it counts at once, and is told when it can be.
extension LocalCopy {
    /// Remembers that events were seen as they are in the copy.
    public func see(_ events: [Event]) async throws {
        let seen = events.map { ReadRequest.Seen(event: $0.id, seen: $0.activity) }
        try await database.write { db in
            for each in seen {
                try db.execute(
                    sql: """
                        INSERT INTO seen (event_id, activity) VALUES (?, ?)
                        ON CONFLICT (event_id) DO UPDATE SET activity = max(activity, excluded.activity)
                        """, arguments: [each.event.description, each.seen])
            }
        }
    }

    /// What the server has not been told.
    func seenHere() async throws -> [ReadRequest.Seen] {
        try await database.read { db in
            try Row.fetchAll(db, sql: "SELECT event_id, activity FROM seen ORDER BY event_id").compactMap { row in
                Event.ID(row[0] as String).map { ReadRequest.Seen(event: $0, seen: row[1]) }
            }
        }
    }

    /// The server knows these.
    func forgetSeen(_ told: [ReadRequest.Seen]) async throws {
        try await database.write { db in
            for each in told {
                try db.execute(
                    sql: "DELETE FROM seen WHERE event_id = ? AND activity <= ?",
                    arguments: [each.event.description, each.seen])
            }
        }
    }

    /// What the events are to the copy's person, by the server and by what was seen here.
    public func marksHere() async throws -> Marks {
        var marks = try await marks()
        for seen in try await seenHere() {
            guard let event = try await thread(seen.event)?.event else { continue }
            var mark = marks[seen.event] ?? EventMark(event: seen.event, course: event.course)
            mark.seen = max(mark.seen, seen.seen)
            marks[seen.event] = mark
        }
        return Marks(reader: try await status()?.account.id, marks: marks, mutedCourses: try await preferences().mutedCourses)
    }
}

/// What the events of the copy are to its person.
public struct Marks: Sendable {
    public let reader: Account.ID?
    private let marks: [Event.ID: EventMark]
    private let mutedCourses: Set<Course.ID>

    public init(reader: Account.ID?, marks: [Event.ID: EventMark] = [:], mutedCourses: [Course.ID] = []) {
        self.reader = reader
        self.marks = marks
        self.mutedCourses = Set(mutedCourses)
    }

    public subscript(event: Event.ID) -> EventMark? { marks[event] }

    /// Whether there is something in it that is not seen.
    public func isUnread(_ event: Event) -> Bool { event.isUnread(by: reader, marks[event.id]) }

    public func isOwn(_ event: Event) -> Bool { event.isOwn(of: reader, marks[event.id]) }

    /// What nobody wants to hear of does not count as unread, but for what must be read.
    public func counts(_ event: Event) -> Bool {
        isUnread(event) && (event.mustRead || !(marks[event.id]?.muted ?? false) && !mutedCourses.contains(event.course))
    }
}
