import Hummingbird
import NoteItCore

/// Accepted and endorsed answers, "me too", and pins.
struct QuestionRoutes {
    let store: any Store

    var routes: Routes {
        // Each changes an event, and the whole course hears of it.
        Routes()
            .put("/v1/events/:event/answer", limit: .replies, token: .post(.event), use: answer)
            .delete("/v1/events/:event/answer", limit: .replies, token: .post(.event), use: clearAnswer)
            .put("/v1/events/:event/me-too", limit: .replies, token: .post(.event), use: sayMeToo)
            .delete("/v1/events/:event/me-too", limit: .replies, token: .post(.event), use: undoMeToo)
            .put("/v1/events/:event/pin", limit: .replies, token: .post(.event), use: pin)
            .delete("/v1/events/:event/pin", limit: .replies, token: .post(.event), use: unpin)
    }

    func answer(_ request: Request, context: AppContext) async throws -> EditedResponse<Event> {
        let (caller, id) = try (context.requireCaller(), context.eventID())
        let choice = try await request.decode(as: AnswerChoice.self, context: context)
        return EditedResponse(try await store.answer(id, with: choice.reply, by: caller.account))
    }

    func clearAnswer(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        try await store.clearAnswer(of: context.eventID(), by: context.account())
        return .noContent
    }

    /// Takes no body.
    func sayMeToo(_ request: Request, context: AppContext) async throws -> EditedResponse<Event> {
        EditedResponse(try await store.sayMeToo(on: context.eventID(), by: context.account()))
    }

    /// Takes no body.
    func pin(_ request: Request, context: AppContext) async throws -> EditedResponse<Event> {
        EditedResponse(try await store.pin(context.eventID(), true, by: context.account()))
    }

    func unpin(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        _ = try await store.pin(context.eventID(), false, by: context.account())
        return .noContent
    }

    func undoMeToo(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        try await store.undoMeToo(on: context.eventID(), by: context.account())
        return .noContent
    }
}
