import GRDB
import NoteItCore

/// What the events of the copy are to its own person, how they want to be told, and what staff took away.
extension LocalCopy {
    /// Also with what was seen here and the server does not know yet.
    public func marks() async throws -> [Event.ID: EventMark] {
        try await database.read { db in try Self.withSeen(Self.json(EventMark.self, db, "SELECT json FROM mark"), db) }
    }

    public func mark(of event: Event.ID) async throws -> EventMark? {
        try await database.read { db in
            try Self.json(EventMark.self, db, "SELECT json FROM mark WHERE event_id = ?", [event.description]).first
        }
    }

    public func preferences() async throws -> Preferences {
        try await database.read { db in try Self.json(Preferences.self, db, "SELECT json FROM preferences").first }
            ?? Preferences()
    }

    /// Of events and replies of a course, in no order.
    public func removals(in course: Course.ID) async throws -> [Removal] {
        try await database.read { db in
            try Self.json(Removal.self, db, "SELECT json FROM removal WHERE course_id = ?", [course])
        }
    }

    static func upsert(_ mark: EventMark, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO mark (event_id, course_id, json) VALUES (?, ?, ?)",
            arguments: [mark.event.description, mark.course, try JSONCoding.string(mark)])
    }

    static func upsert(_ preferences: Preferences, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO preferences (id, json) VALUES (1, ?)", arguments: [try JSONCoding.string(preferences)])
    }

    static func upsert(_ removal: Removal, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO removal (id, course_id, event_id, json) VALUES (?, ?, ?, ?)",
            arguments: [removal.id, removal.course, removal.event.description, try JSONCoding.string(removal)])
    }
}
