import Foundation
import HTTPTypes
import Hummingbird
import ICalendar
import NIOCore
import NoteItCore

/// The calendars of elsewhere that a person follows.
struct ImportRoutes {
    let store: any Store
    let service: ImportService

    private static let mediaType = "text/calendar"

    var routes: Routes {
        Routes()
            .get("/v1/me/calendar-imports", token: .read(.everywhere), use: list)
            .post("/v1/me/calendar-imports", limit: .uploads, use: create)
            .delete("/v1/me/calendar-imports/:import", limit: .own, use: delete)
            .post("/v1/me/calendar-imports/:import/sync", limit: .own, use: sync)
    }

    /// Oldest first.
    func list(_ request: Request, context: AppContext) async throws -> Page<CalendarImport> {
        let imports = try await store.calendarImports(of: context.account())
        return try Page(of: imports, request.query().page(), by: \.id.description)
    }

    /// The body names an address, or is the calendar itself. Either is read while the client waits.
    func create(_ request: Request, context: AppContext) async throws -> EditedResponse<CalendarImport> {
        let (account, query) = try (context.account(), request.query())
        let (name, busy, tasks) = try (query.text("name"), query.flag("busy"), query.flag("tasks"))
        let allDayBusy = try query.flag("allDayBusy")
        let added: CalendarImport
        switch request.mediaType {
        case JSONBody.mediaType:
            let new = try await request.decode(as: NewCalendarImport.self, context: context).validated()
            added = try await service.create(new, by: account)
        case Self.mediaType:
            guard let name else { throw DomainError.invalid("name", "is required") }
            if let fault = name.fault(length: 1...100) { throw DomainError.invalid("name", fault) }
            try request.requirePlainBody("calendar")
            let (body, charge) = try await request.counted(upTo: CalendarLimits.imported.bytes, context)
            defer { withExtendedLifetime(charge) {} }
            added = try await service.create(
                name, file: Array(body.readableBytesView), busy: busy, allDayBusy: allDayBusy, tasks: tasks, by: account)
        default:
            throw DomainError.unsupported(
                "Send the name and url of a calendar as \(JSONBody.mediaType), or the calendar itself as \(Self.mediaType).")
        }
        return EditedResponse(status: .created, response: added)
    }

    func delete(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        try await service.delete(context.identifier("import"), by: context.account())
        return .noContent
    }

    /// Answers when the source was read, or could not be: see `lastError`.
    func sync(_ request: Request, context: AppContext) async throws -> CalendarImport {
        try await service.sync(context.identifier("import"), by: context.account())
    }
}
