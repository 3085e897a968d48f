import Foundation
import NoteItCore

/// Everything at a time, of mine.
extension APIClient {
    /// What is on these days; both are included.
    public func calendarDays(from: Day, to: Day) async throws -> CalendarDays {
        try await send(Call(.GET, "v1", "me", "calendar").with(["from": from.description, "to": to.description]))
    }
}

/// Calendar files under secret addresses.
extension APIClient {
    /// My calendar feeds, oldest first.
    public func calendarFeeds() async throws -> [CalendarFeed] { try await all(Call(.GET, "v1", "me", "calendar-feeds")) }

    /// The answer has the address, which the server never shows again. Not retried: each request makes a feed.
    public func createFeed(_ new: NewCalendarFeed) async throws -> MadeCalendarFeed {
        var made: MadeCalendarFeed = try await send(Call(.POST, "v1", "me", "calendar-feeds").with(body: new))
        made.url = belowPath(made.url)
        return made
    }

    /// A server behind a proxy that adds a path does not know the path, unless its operator named it. This client does.
    private func belowPath(_ address: String) -> String {
        let path = server.path()
        guard !path.isEmpty, let url = URL(string: address), url.host() == server.host(),
            !url.path().hasPrefix(path + "/")
        else { return address }
        return server.absoluteString + url.path()
    }

    /// Deletes a feed: its address leads nowhere from then on.
    public func revoke(_ id: CalendarFeed.ID) async throws {
        _ = try await send(Call(.DELETE, "v1", "me", "calendar-feeds", id.description))
    }
}

/// Passwords for calendar programs.
extension APIClient {
    /// My app passwords, oldest first.
    public func appPasswords() async throws -> [AppPassword] { try await all(Call(.GET, "v1", "me", "app-passwords")) }

    /// The answer has the password, which the server never shows again. Not retried: each request makes a password.
    public func createAppPassword(_ new: NewAppPassword) async throws -> MadeAppPassword {
        try await send(Call(.POST, "v1", "me", "app-passwords").with(body: new))
    }

    /// Deletes an app password: programs that use it cannot sign in from then on.
    public func revoke(_ id: AppPassword.ID) async throws {
        _ = try await send(Call(.DELETE, "v1", "me", "app-passwords", id.description))
    }
}

/// Calendars of elsewhere.
extension APIClient {
    /// The server reads a source while the client waits. It gives up after 30 s.
    private static let sourceBound = Duration.seconds(35)

    /// My calendar imports, oldest first.
    public func calendarImports() async throws -> [CalendarImport] {
        try await all(Call(.GET, "v1", "me", "calendar-imports"))
    }

    /// Imports the calendar at an address. Throws `.problem` if it cannot be read. Not retried: each request makes an import.
    public func createImport(_ new: NewCalendarImport) async throws -> CalendarImport {
        try await send(Call(.POST, "v1", "me", "calendar-imports").with(body: new).waiting(Self.sourceBound))
    }

    /// Imports a calendar file, once. Throws as the other.
    /// - Parameter file: the content of an `.ics` file.
    public func createImport(
        file: Data, named name: String, busy: Bool? = nil, allDayBusy: Bool? = nil, tasks: Bool? = nil
    ) async throws -> CalendarImport {
        let call = Call(.POST, "v1", "me", "calendar-imports")
            .with([
                "name": name, "busy": busy.map(String.init), "allDayBusy": allDayBusy.map(String.init),
                "tasks": tasks.map(String.init),
            ])
            .with(\.body, file).with(\.contentType, "text/calendar")
        return try await send(call.waiting(Self.sourceBound))
    }

    /// Reads the source again. The answer says in `lastError` why that failed. Throws `.problem` for a file.
    public func sync(_ id: CalendarImport.ID) async throws -> CalendarImport {
        try await send(Call(.POST, "v1", "me", "calendar-imports", id.description, "sync").waiting(Self.sourceBound))
    }

    /// Deletes an import with its events, and with its tasks that were not edited.
    public func delete(_ id: CalendarImport.ID) async throws {
        _ = try await send(Call(.DELETE, "v1", "me", "calendar-imports", id.description))
    }
}
