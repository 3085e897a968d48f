import AsyncHTTPClient
import Foundation
import NIOCore
import NoteItCore

/// Timetables.
extension APIClient {
    /// Takes as long as the search does; cancelling the task ends it on the server too.
    /// - Parameter tell: how far it is, a few times a second.
    public func search(
        _ wanted: ScheduleSearch, in term: Term.ID, tell: (ScheduleProgress) -> Void = { _ in }
    ) async throws -> ScheduleAnswer {
        var call = try Call(.POST, "v1", "terms", term, "schedules", "search").with(body: wanted)
        call.accept = "text/event-stream"
        var (body, parser) = (try await open(call).makeAsyncIterator(), EventStreamParser())
        while let chunk = try await next(&body) {
            for event in parser.feed(chunk.readableBytesView) {
                switch event.type {
                case "progress": tell(try JSONCoding.decode(ScheduleProgress.self, from: event.data))
                case "result": return try JSONCoding.decode(ScheduleAnswer.self, from: event.data)
                case "problem": throw ClientError.problem(try JSONCoding.decode(Problem.self, from: event.data))
                default: break
                }
            }
        }
        throw ClientError.unreachable("it ended the search without a result (\(server))")
    }

    private func next(_ body: inout HTTPClientResponse.Body.AsyncIterator) async throws -> ByteBuffer? {
        do {
            return try await body.next()
        } catch {
            throw ClientError.transport(error, from: server)
        }
    }

    /// What people hand on to share a timetable.
    public func link(to id: Schedule.ID) -> String { "\(server.absoluteString)/v1/me/schedules/\(id)" }

    /// The timetable that a link of this server leads to.
    public func schedule(ofLink text: String) -> Schedule.ID? {
        let prefix = "\(server.absoluteString)/v1/me/schedules/"
        return text.hasPrefix(prefix) ? Schedule.ID(String(text.dropFirst(prefix.count))) : nil
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
