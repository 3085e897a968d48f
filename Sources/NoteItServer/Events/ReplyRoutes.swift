import Hummingbird
import NoteItCore

/// The threads of events.
struct ReplyRoutes {
    let store: any Store

    var routes: RouteCollection<AppContext> {
        RouteCollection(context: AppContext.self)
            .get("events/:event/replies", use: list)
            .post("events/:event/replies", use: post)
            .patch("replies/:reply", use: edit)
            .delete("replies/:reply", use: delete)
    }

    func list(_ request: Request, context: AppContext) async throws -> Page<Reply> {
        let (caller, page) = try (context.requireCaller(), request.query().page())
        try await context.share?.room()
        return try await store.replies(to: try context.identifier("event", of: "event"), page: page, by: caller.account)
    }

    func post(_ request: Request, context: AppContext) async throws -> EditedResponse<Reply> {
        let caller = try context.requireCaller()
        let event: Event.ID = try context.identifier("event", of: "event")
        let new = try await request.decode(as: NewReply.self, context: context).validated()
        let (reply, created) = try await store.reply(new, to: event, by: caller.account)
        return EditedResponse(
            status: created ? .created : .ok,
            headers: .revision(reply.rev, location: created ? "/v1/replies/\(reply.id)" : nil), response: reply)
    }

    func edit(_ request: Request, context: AppContext) async throws -> EditedResponse<Reply> {
        let caller = try context.requireCaller()
        let id: Reply.ID = try context.identifier("reply", of: "reply")
        let patch = try await request.decode(as: ReplyPatch.self, context: context).validated()
        let reply = try await store.editReply(id, with: patch, ifRev: Revision.demanded(by: request), by: caller.account)
        return EditedResponse(headers: .revision(reply.rev), response: reply)
    }

    func delete(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let (caller, reason) = try (context.requireCaller(), request.query().text("reason"))
        let id: Reply.ID = try context.identifier("reply", of: "reply")
        try await store.deleteReply(id, reason: reason, ifRev: Revision.demanded(by: request), by: caller.account)
        return .noContent
    }
}
