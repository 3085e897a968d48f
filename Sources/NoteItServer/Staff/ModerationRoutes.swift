import Hummingbird
import NoteItCore

/// What staff removed and bring back, and what is reported to them. Removing is `DELETE` of the event or reply.
struct ModerationRoutes {
    let store: any Store

    var routes: RouteCollection<AppContext> {
        RouteCollection(context: AppContext.self)
            .get("courses/:course/removals", use: removals)
            .post("events/:event/restore", use: restoreEvent)
            .post("replies/:reply/restore", use: restoreReply)
            .get("courses/:course/reports", use: reports)
            .post("events/:event/reports", use: report)
            .patch("reports/:report", use: resolve)
    }

    func removals(_ request: Request, context: AppContext) async throws -> Page<Removal> {
        let (caller, course, page) = try (context.requireCaller(), context.path("course"), request.query().page())
        return try await store.removals(of: course, page: page, by: caller.account)
    }

    func restoreEvent(_ request: Request, context: AppContext) async throws -> EditedResponse<Event> {
        let caller = try context.requireCaller()
        let event = try await store.restore(try context.identifier("event", of: "event"), by: caller.account)
        return EditedResponse(headers: .revision(event.rev), response: event)
    }

    func restoreReply(_ request: Request, context: AppContext) async throws -> EditedResponse<Reply> {
        let caller = try context.requireCaller()
        let reply = try await store.restoreReply(try context.identifier("reply", of: "reply"), by: caller.account)
        return EditedResponse(headers: .revision(reply.rev), response: reply)
    }

    func reports(_ request: Request, context: AppContext) async throws -> Page<Report> {
        let (caller, course, query) = try (context.requireCaller(), context.path("course"), request.query())
        return try await store.reports(
            of: course, open: try query.flag("open"), page: try query.page(), by: caller.account)
    }

    func report(_ request: Request, context: AppContext) async throws -> EditedResponse<Report> {
        let caller = try context.requireCaller()
        let event: Event.ID = try context.identifier("event", of: "event")
        let new = try await request.decode(as: NewReport.self, context: context).validated()
        let (report, created) = try await store.report(new, on: event, by: caller.account)
        return EditedResponse(status: created ? .created : .ok, response: report)
    }

    func resolve(_ request: Request, context: AppContext) async throws -> Report {
        let caller = try context.requireCaller()
        let id: Report.ID = try context.identifier("report", of: "report")
        let patch = try await request.decode(as: ReportPatch.self, context: context)
        return try await store.resolve(id, with: patch, by: caller.account)
    }
}
