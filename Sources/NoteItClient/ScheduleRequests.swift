import Foundation
import NIOCore
import NoteItCore

/// Timetables.
extension APIClient {
    /// - Parameter patience: for how long the search may run by intent, beside the usual time of an answer.
    public func search(_ wanted: ScheduleSearch, in term: Term.ID, patience: Duration = .seconds(35)) async throws
        -> ScheduleAnswer
    {
        let call = Call(.POST, "v1", "terms", term, "schedules", "search").waiting(patience)
        return try await send(call.with(body: wanted, repeatable: true))
    }

    /// One's own, newest first.
    public func schedules() async throws -> [Schedule] { try await all(Call(.GET, "v1", "me", "schedules")) }

    public func schedule(_ id: Schedule.ID) async throws -> Schedule {
        try await send(Call(.GET, "v1", "me", "schedules", id.description))
    }

    /// Keeps a timetable, once however often it is sent: it gets an id here if it has none.
    public func keep(_ new: NewSchedule) async throws -> Schedule {
        var new = new
        new.id = new.id ?? .make(at: Date())
        return try await send(Call(.POST, "v1", "me", "schedules").with(body: new, repeatable: true))
    }

    public func edit(_ id: Schedule.ID, with patch: SchedulePatch) async throws -> Schedule {
        try await send(Call(.PATCH, "v1", "me", "schedules", id.description).with(body: patch))
    }

    public func delete(_ id: Schedule.ID) async throws {
        _ = try await send(Call(.DELETE, "v1", "me", "schedules", id.description))
    }

    /// Enrolls in all its sections, or in none. Returns every enrollment held afterwards.
    public func adopt(_ id: Schedule.ID) async throws -> [Enrollment] {
        let held: Page<Enrollment> = try await send(Call(.POST, "v1", "me", "schedules", id.description, "adopt"))
        return held.items
    }

    /// As a calendar file.
    public func calendar(_ id: Schedule.ID) async throws -> Data {
        Data(try await send(Call(.GET, "v1", "me", "schedules", "\(id).ics")).body.readableBytesView)
    }
}
