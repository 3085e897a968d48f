import Foundation
import NoteItCore

/// Events of personal calendars, and the calendars that are imported. The events of imports are not in the copy.
extension LocalCopy {
    /// The events of my own calendars, by their first start.
    public func personalEvents() async throws -> [PersonalEvent] {
        try await all(.personalEvent)
    }

    /// My calendar imports, oldest first.
    public func calendarImports() async throws -> [CalendarImport] {
        try await all(.calendarImport)
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
}
