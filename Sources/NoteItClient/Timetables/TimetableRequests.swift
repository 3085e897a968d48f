import Foundation
import NoteItCore

extension APIClient {
    /// Searches for timetables. Returns when the search ends; cancelling the task cancels it on the server too.
    /// - Parameter tell: hears of the progress, a few times a second.
    public func search(
        _ wanted: TimetableSearch, in term: Term.ID, tell: (TimetableProgress) -> Void = { _ in }
    ) async throws -> TimetableAnswer {
        let call = try Call(.POST, "v1", "terms", term.text, "schedules", "search").with(body: wanted)
            .with(\.accept, "text/event-stream")
        let body = try await open(call).makeAsyncIterator()
        var parser = EventStreamParser()
        while let chunk = try await next(body) {
            for event in try parser.feed(chunk) {
                switch event.type {
                case "progress": tell(try JSONCoding.decode(TimetableProgress.self, from: event.data))
                case "result": return try JSONCoding.decode(TimetableAnswer.self, from: event.data)
                case "problem": throw ClientError.problem(try JSONCoding.decode(Problem.self, from: event.data))
                default: break
                }
            }
        }
        throw ClientError.unreachable("it ended the search without a result (\(server))")
    }

    /// The link that shares a timetable.
    public func link(to id: SavedTimetable.ID) -> String { "\(server.absoluteString)/v1/me/schedules/\(id)" }

    /// The timetable that a link of this server leads to: one that this program or the page gives.
    public func timetable(ofLink text: String) -> SavedTimetable.ID? {
        let prefixes = ["v1/me/schedules/", "timetables?plan="].map { "\(server.absoluteString)/\($0)" }
        return prefixes.first(where: text.hasPrefix).flatMap { SavedTimetable.ID(String(text.dropFirst($0.count))) }
    }

    /// My timetables, newest first.
    public func timetables() async throws -> [SavedTimetable] { try await all(Call(.GET, "v1", "me", "schedules")) }

    public func timetable(_ id: SavedTimetable.ID) async throws -> SavedTimetable {
        try await send(Call(.GET, "v1", "me", "schedules", id.description))
    }

    /// Saves a timetable. Sending it again stores nothing twice: it gets an id here if it has none.
    public func saveTimetable(_ new: NewTimetable) async throws -> SavedTimetable {
        var new = new
        new.id = new.id ?? .make(at: Date())
        return try await send(Call(.POST, "v1", "me", "schedules").with(body: new, repeatable: true))
    }

    public func edit(_ id: SavedTimetable.ID, with patch: TimetablePatch) async throws -> SavedTimetable {
        try await send(Call(.PATCH, "v1", "me", "schedules", id.description).with(body: patch))
    }

    public func delete(_ id: SavedTimetable.ID) async throws {
        _ = try await send(Call(.DELETE, "v1", "me", "schedules", id.description))
    }

    /// Joins all sections of a timetable, and leaves other sections in the same step. Throws as `enroll(in:)`.
    public func adopt(_ id: SavedTimetable.ID, dropping dropped: [Section.ID] = []) async throws -> EnrollmentList {
        let call = Call(.POST, "v1", "me", "schedules", id.description, "adopt")
        return try await send(dropped.isEmpty ? call : call.with(body: Adoption(drop: dropped), repeatable: true))
    }

    /// The timetable as a calendar file.
    public func calendar(_ id: SavedTimetable.ID) async throws -> Data {
        try await send(Call(.GET, "v1", "me", "schedules", "\(id).ics")).body
    }
}
