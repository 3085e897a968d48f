import Foundation
import GRDB
import NoteItCore

/// An event's name, without the rest of it.
public struct EventTitle: Sendable, Equatable {
    public var course: Course.ID
    public var number: Int
    public var title: String
}

/// Names to choose from while a command is being typed.
extension LocalCopy {
    /// All events, newest first within each course. O(n) for n events, without decoding them.
    public func eventTitles() async throws -> [EventTitle] {
        try await database.read { db in
            let sql = "SELECT course_id, number, json_extract(json, '$.title') FROM event ORDER BY course_id, number DESC"
            return try Row.fetchAll(db, sql: sql).map { EventTitle(course: $0[0], number: $0[1], title: $0[2] ?? "") }
        }
    }

    /// Everyone who signed something in the copy, once under each name.
    public func authors() async throws -> [Author] {
        try await database.read { db in
            try [("event", "rowid"), ("reply", "position")].flatMap { table, row in
                try Self.json(
                    Author.self, db,
                    """
                    SELECT json_extract(json, '$.author') FROM \(table)
                    WHERE \(row) IN (SELECT min(\(row)) FROM \(table) WHERE signer IS NOT NULL GROUP BY signer)
                    """)
            }
        }
    }

    /// My timetables as they were when they were last fetched, newest first.
    public func timetables() async throws -> [SavedTimetable] {
        try await all(.timetable)
    }

    /// Replaces the timetables. The log does not change them: they are as of the last time.
    public func replaceTimetables(_ timetables: [SavedTimetable]) async throws {
        try await database.write { db in
            try Self.removeAll(.timetable, db)
            for (place, timetable) in timetables.enumerated() {
                try Self.store(timetable, .timetable, id: timetable.id.description, place: Int64(place), db)
            }
        }
    }
}
