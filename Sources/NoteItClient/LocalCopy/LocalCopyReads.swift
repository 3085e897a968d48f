import Foundation
import GRDB
import NoteItCore

/// An event with its replies, oldest first.
public struct EventThread: Sendable, Equatable, Codable {
    public var event: Event
    public var replies: [Reply]

    public init(event: Event, replies: [Reply]) {
        self.event = event
        self.replies = replies
    }
}

/// What can be read without a server.
extension LocalCopy {
    public func enrollments() async throws -> [Enrollment] {
        try await database.read { db in try Self.json(Enrollment.self, db, "SELECT json FROM enrollment ORDER BY scope") }
    }

    /// The courses that I am in, with their sections.
    public func courses() async throws -> [Course] {
        try await database.read { db in try Self.json(Course.self, db, "SELECT json FROM course ORDER BY id") }
    }

    public func course(_ id: Course.ID) async throws -> Course? {
        try await database.read { db in try Self.json(Course.self, db, "SELECT json FROM course WHERE id = ?", [id]).first }
    }

    /// All terms that the server had, newest first.
    /// - Parameter now: decides which is the current one.
    public func terms(at now: Date) async throws -> [Term] {
        try await database.read { db in
            try Self.json(Term.self, db, "SELECT json FROM term ORDER BY id DESC").markingCurrent(at: now)
        }
    }

    /// Events of a course in due-date sections, soonest first, undated last. A day is a day of the term's time zone, both are
    /// included; with a bound on the days, undated events are left out.
    public func events(in course: Course.ID, from: Day? = nil, to: Day? = nil) async throws -> [DueSection] {
        try await database.read { db in
            let events = try Self.json(Event.self, db, "SELECT json FROM event WHERE course_id = ?", [course])
            return try Self.sections(of: events, from: from, to: to, db)
        }
    }

    /// The same over all my courses.
    public func agenda(from: Day? = nil, to: Day? = nil) async throws -> [DueSection] {
        try await database.read { db in
            let events = try Self.json(Event.self, db, "SELECT json FROM event")
            return try Self.sections(of: events, from: from, to: to, db)
        }
    }

    /// `CMPT225#42` with its thread; nil if it is not here.
    public func thread(number: Int, in course: Course.ID) async throws -> EventThread? {
        try await database.read { db in
            let sql = "SELECT json FROM event WHERE course_id = ? AND number = ?"
            return try Self.json(Event.self, db, sql, [course, number]).first.map { try Self.thread(of: $0, db) }
        }
    }

    public func thread(_ id: Event.ID) async throws -> EventThread? {
        try await database.read { db in
            let sql = "SELECT json FROM event WHERE id = ?"
            return try Self.json(Event.self, db, sql, [id.description]).first.map { try Self.thread(of: $0, db) }
        }
    }

    /// Everyone who wrote something that is in the copy, under the names that it has, each at least once.
    public func authors() async throws -> [Author] {
        try await database.read { db in
            try Self.json(
                Author.self, db,
                "SELECT json_extract(json, '$.author') FROM event UNION SELECT json_extract(json, '$.author') FROM reply")
        }
    }

    private static func thread(of event: Event, _ db: Database) throws -> EventThread {
        let replies = try json(Reply.self, db, "SELECT json FROM reply WHERE event_id = ?", [event.id.description])
        return EventThread(event: event, replies: replies.sorted { $0.number < $1.number })
    }

    private static func sections(of events: [Event], from: Day?, to: Day?, _ db: Database) throws -> [DueSection] {
        let terms = try json(Term.self, db, "SELECT json FROM term")
        let zones = Dictionary(terms.map { ($0.id, $0.zone) }, uniquingKeysWith: { first, _ in first })
        return DueSection.grouping(events) { event in
            let term = event.course.prefix { $0 != "." }
            return event.due.map { Day($0, in: zones[String(term)] ?? .gmt) }
        }.filter { $0.isDue(from: from, to: to) }
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

    func isDue(from: Day?, to: Day?) -> Bool {
        guard from != nil || to != nil else { return true }
        guard let due else { return false }
        return (from.map { $0 <= due } ?? true) && (to.map { due <= $0 } ?? true)
    }
}
