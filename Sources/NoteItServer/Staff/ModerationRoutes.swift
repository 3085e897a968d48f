import Hummingbird
import NoteItCore

/// Reports to staff, and what staff removed and restored. Staff remove by `DELETE` of the event or reply.
struct ModerationRoutes {
    let store: any Store

    var routes: Routes {
        Routes()
            .get("/v1/courses/:course/removals", use: removals)
            .post("/v1/events/:event/restore", limit: .own, use: restoreEvent)
            .post("/v1/replies/:reply/restore", limit: .own, use: restoreReply)
            .get("/v1/courses/:course/reports", use: reports)
            .post("/v1/events/:event/reports", limit: .replies, use: report)
            .patch("/v1/reports/:report", limit: .own, use: resolve)
    }

    func removals(_ request: Request, context: AppContext) async throws -> Page<Removal> {
        let (caller, course, page) = try (context.requireCaller(), context.courseID(), request.query().page())
        return try await store.removals(of: course, page: page, by: caller.account)
    }

    func restoreEvent(_ request: Request, context: AppContext) async throws -> EditedResponse<Event> {
        EditedResponse(try await store.restore(context.eventID(), by: context.account()))
    }

    func restoreReply(_ request: Request, context: AppContext) async throws -> EditedResponse<Reply> {
        EditedResponse(try await store.restoreReply(context.replyID(), by: context.account()))
    }

    func reports(_ request: Request, context: AppContext) async throws -> Page<Report> {
        let (caller, course, query) = try (context.requireCaller(), context.courseID(), request.query())
        return try await store.reports(of: course, open: try query.flag("open"), page: try query.page(), by: caller.account)
    }

    func report(_ request: Request, context: AppContext) async throws -> EditedResponse<Report> {
        let (caller, event) = try (context.requireCaller(), context.eventID())
        let new = try await request.decode(as: NewReport.self, context: context).validated()
        let (report, created) = try await store.report(new, on: event, by: caller.account)
        return EditedResponse(status: created ? .created : .ok, response: report)
    }

    func resolve(_ request: Request, context: AppContext) async throws -> Report {
        let (caller, id) = try (context.requireCaller(), context.identifier("report") as Report.ID)
        let patch = try await request.decode(as: ReportPatch.self, context: context)
        return try await store.resolve(id, with: patch, by: caller.account)
    }
}
