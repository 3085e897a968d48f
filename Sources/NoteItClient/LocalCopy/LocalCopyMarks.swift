import GRDB
import NoteItCore

/// Marks, preferences and removals.
extension LocalCopy {
    /// Includes the changes of marks made here that the server has not heard of: ticks, thanks, reminders, following. Which events
    /// are new is told by `news` and `unread`.
    public func marks() async throws -> [Event.ID: EventMark] {
        try await database.read { db in
            let marks = try Self.json(EventMark.self, db, "SELECT json FROM mark")
            var known = marks.keyed(by: \.event)
            try Self.addWaiting(to: &known, db)
            return known
        }
    }

    /// The marks of events that the reader wrote, or has an alias in.
    public func marksOfWriter() async throws -> [Event.ID: EventMark] {
        let marks: [EventMark] = try await read("SELECT json FROM mark WHERE writes")
        return marks.keyed(by: \.event)
    }

    public func mark(of event: Event.ID) async throws -> EventMark? {
        try await database.read { db in
            let marks = try Self.json(EventMark.self, db, "SELECT json FROM mark WHERE event_id = ?", [event.description])
            var known = marks.keyed(by: \.event)
            try Self.addWaiting(to: &known, only: event, db)
            return known[event]
        }
    }

    public func preferences() async throws -> Preferences {
        try await only(.preferences) ?? Preferences()
    }

    /// The removals in a course, in no order.
    public func removals(in course: Course.ID) async throws -> [Removal] {
        try await all(.removal, in: course.text)
    }

    static func upsert(_ mark: EventMark, _ db: Database) throws {
        try db.run(
            sql: """
                INSERT OR REPLACE INTO mark (event_id, course_id, seen, muted, done, writes, json) VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                mark.event.description, mark.course, mark.seen, mark.muted, mark.done, mark.mine || mark.alias != nil,
                try JSONCoding.string(mark),
            ])
    }
}
