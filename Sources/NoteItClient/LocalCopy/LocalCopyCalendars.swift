import Foundation
import GRDB
import NoteItCore

/// Events of personal calendars, and the calendars that are imported. The events of imports are not in the copy.
extension LocalCopy {
    /// By their first start.
    public func personalEvents() async throws -> [PersonalEvent] {
        try await read("SELECT json FROM personal_event ORDER BY start, id")
    }

    /// Oldest first.
    public func calendarImports() async throws -> [CalendarImport] {
        try await read("SELECT json FROM calendar_import ORDER BY id")
    }

    /// What the copy knows of these days; both are included. It is complete but for the events of imports.
    /// - Parameters: `zone`: of the days; `now`: decides which term is current.
    public func calendarDays(from: Day, to: Day, in zone: TimeZone, at now: Date) async throws -> CalendarDays {
        let imports = try await calendarImports()
        let calendar = LocalCalendar(
            courses: try await courses(), enrollments: try await enrollments(), terms: try await terms(at: now),
            events: try await agenda().flatMap(\.events), tasks: try await tasks(),
            blocks: try await studyPlan()?.blocks ?? [], personal: try await personalEvents(), zone: zone)
        let (items, complete) = calendar.items(from: from, to: to)
        return CalendarDays(
            from: from, to: to, timeZone: zone.ianaName, items: items, complete: complete && imports.isEmpty,
            imports: imports)
    }

    /// The classes, fixed tasks, study blocks and personal events of a day, as far as the copy knows them.
    public func timed(on day: Day, in zone: TimeZone, at now: Date) async throws -> [CalendarItem] {
        let calendar = LocalCalendar(
            courses: try await courses(), enrollments: try await enrollments(), terms: try await terms(at: now),
            tasks: try await tasks().filter { $0.kind == .fixed }, blocks: try await studyPlan()?.blocks ?? [],
            personal: try await personalEvents(), zone: zone)
        return calendar.items(from: day, to: day).items
    }

    static func upsert(_ event: PersonalEvent, _ db: Database) throws {
        try db.run(
            sql: "INSERT OR REPLACE INTO personal_event (id, start, json) VALUES (?, ?, ?)",
            arguments: [
                event.id.description, Int64(event.start.timeIntervalSince1970), try JSONCoding.string(event),
            ])
    }

    static func upsert(_ source: CalendarImport, _ db: Database) throws {
        try db.run(
            sql: "INSERT OR REPLACE INTO calendar_import (id, json) VALUES (?, ?)",
            arguments: [source.id.description, try JSONCoding.string(source)])
    }
}
