import Foundation
import GRDB
import NoteItCore

/// An event with its replies, oldest first.
public struct EventThread: Sendable, Equatable, Codable, Memberwise {
    public var event: Event
    public var replies: [Reply]
}

extension LocalCopy {
    public func enrollments() async throws -> [Enrollment] {
        try await (all(.enrollment) as [Enrollment]).sorted { $0.scope < $1.scope }
    }

    /// The courses that I am in, with their sections.
    public func courses() async throws -> [Course] { try await all(.course) }

    public func course(_ id: Course.ID) async throws -> Course? {
        try await database.read { db in try Self.one(Course.self, .course, id: id.text, db) }
    }

    private static let courses = "SELECT id FROM subject WHERE kind = 'course'"

    /// The courses that I am not in any more and that have events in the copy: my private ones.
    public func formerCourses() async throws -> [Course.ID] {
        try await database.read { db in
            let sql = "SELECT DISTINCT course_id FROM event WHERE course_id NOT IN (\(Self.courses)) ORDER BY course_id"
            return try String.fetchAll(db, sql: sql).map { Course.ID($0) }
        }
    }

    /// The courses that I am in, and those of which I have events: all that a name may mean. Blocks its thread.
    public func readableCourses() throws -> Set<Course.ID> {
        try database.readNow { db in
            // From one course to the next in the index, instead of reading all events.
            let sql = """
                WITH RECURSIVE found (id) AS (
                    SELECT min(course_id) FROM event
                    UNION ALL
                    SELECT (SELECT min(e.course_id) FROM event e WHERE e.course_id > found.id) FROM found
                    WHERE found.id IS NOT NULL
                )
                SELECT id FROM found WHERE id IS NOT NULL UNION \(Self.courses)
                """
            return Set(try String.fetchAll(db, sql: sql).map { Course.ID($0) })
        }
    }

    /// All terms of the server, newest first.
    /// - Parameter now: decides which term is current.
    public func terms(at now: Date) async throws -> [Term] {
        try await (all(.term) as [Term]).sorted { $0.id > $1.id }.markingCurrent(at: now)
    }

    /// Events of a course in due-date sections, soonest first, undated last. Days are days in the time zone of the term.
    /// Both bounds are inclusive; with a bound, undated events are left out.
    public func events(in course: Course.ID, from: Day? = nil, to: Day? = nil) async throws -> [DueSection] {
        try await list(EventSelection(course: course, from: from, to: to)).sections
    }

    /// Events of all my courses in due-date sections, as `events(in:from:to:)`.
    public func agenda(from: Day? = nil, to: Day? = nil) async throws -> [DueSection] {
        try await list(EventSelection(from: from, to: to)).sections
    }

    /// `CMPT225#42` with its thread; nil if it is not in the copy.
    public func thread(number: Int, in course: Course.ID) async throws -> EventThread? {
        try await thread("SELECT json FROM event WHERE course_id = ? AND number = ?", [course, number])
    }

    /// Counts thanks that wait in the outbox.
    public func thread(_ id: Event.ID) async throws -> EventThread? {
        try await thread("SELECT json FROM event WHERE id = ?", [id.description])
    }

    /// - Parameter sql: selects the event.
    private func thread(_ sql: String, _ arguments: StatementArguments) async throws -> EventThread? {
        try await database.read { db in
            guard let event = try Self.json(Event.self, db, sql, arguments).first else { return nil }
            let id = event.id.description
            var replies = try Self.json(Reply.self, db, "SELECT json FROM reply WHERE event_id = ?", [id])
            let mark = try Self.json(EventMark.self, db, "SELECT json FROM mark WHERE event_id = ?", [id]).first
            try Self.addThanks(to: &replies, of: event.id, mark, db)
            return EventThread(event: event, replies: replies.sorted { $0.number < $1.number })
        }
    }
}

extension DueSection {
    /// Sections by day, soonest first, undated last; in a section by time, then course, then number. O(n log n).
    static func grouping(_ events: [Event], day: (Event) -> Day?) -> [DueSection] {
        Dictionary(grouping: events, by: day)
            .map { due, events in
                DueSection(
                    due: due,
                    events: events.sorted {
                        ($0.due ?? .distantFuture, $0.course, $0.number) < ($1.due ?? .distantFuture, $1.course, $1.number)
                    })
            }
            .sorted { left, right in
                guard let first = left.due else { return false }
                return right.due.map { first < $0 } ?? true
            }
    }
}
