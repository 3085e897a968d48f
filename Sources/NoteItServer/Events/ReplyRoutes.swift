import Hummingbird
import NoteItCore

/// The threads of events. The routes of one reply also take a comment on a plan.
struct ReplyRoutes {
    let store: any Store

    var routes: Routes {
        Routes()
            .get("/v1/events/:event/replies", token: .read(.event), use: list)
            .post("/v1/events/:event/replies", limit: .replies, token: .post(.event), use: post)
            .patch("/v1/replies/:reply", limit: .replies, token: .post(.reply), use: edit)
            .delete("/v1/replies/:reply", limit: .unlimited, token: .post(.reply), use: delete)
            .put("/v1/replies/:reply/thanks", limit: .replies, token: .post(.reply), use: thank)
            .delete("/v1/replies/:reply/thanks", limit: .replies, token: .post(.reply), use: withdrawThanks)
    }

    /// Takes no body.
    func thank(_ request: Request, context: AppContext) async throws -> EditedResponse<Reply> {
        EditedResponse(try await store.thank(for: context.replyID(), true, by: context.account()))
    }

    func withdrawThanks(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        _ = try await store.thank(for: context.replyID(), false, by: context.account())
        return .noContent
    }

    func list(_ request: Request, context: AppContext) async throws -> Page<Reply> {
        let (caller, page) = try (context.requireCaller(), request.query().page())
        try await context.share?.reservePage()
        return try await store.replies(to: context.eventID(), page: page, by: caller.account)
    }

    func post(_ request: Request, context: AppContext) async throws -> EditedResponse<Reply> {
        let (caller, event) = try (context.requireCaller(), context.eventID())
        let new = try await request.decode(as: NewReply.self, context: context).validated()
        let (reply, created) = try await store.reply(new, to: event, by: caller.account)
        return EditedResponse(reply, created: created, at: "/v1/replies/\(reply.id)")
    }

    func edit(_ request: Request, context: AppContext) async throws -> Response {
        let (account, id, rev) = try (context.account(), context.replyID(), Revision.demanded(by: request))
        let patch = try await request.decode(as: ReplyPatch.self, context: context).validated()
        do {
            let reply = try await store.editReply(id, with: patch, ifRev: rev, by: account)
            return try EditedResponse(reply).response(from: request, context: context)
        } catch DomainError.notFound {
            let reply = try await store.editPlanReply(id, with: patch, ifRev: rev, by: account)
            return try EditedResponse(reply).response(from: request, context: context)
        }
    }

    func delete(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let (account, id, reason) = try (context.account(), context.replyID(), request.query().text("reason"))
        let rev = Revision.demanded(by: request)
        do {
            try await store.deleteReply(id, reason: reason, ifRev: rev, by: account)
        } catch DomainError.notFound {
            try await store.deletePlanReply(id, ifRev: rev, by: account)
        }
        return .noContent
    }
}
