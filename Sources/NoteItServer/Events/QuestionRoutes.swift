import Hummingbird
import NoteItCore

/// What is done with a question beside replying: an answer is accepted or endorsed, others have the same question.
struct QuestionRoutes {
    let store: any Store

    var routes: RouteCollection<AppContext> {
        RouteCollection(context: AppContext.self)
            .put("events/:event/answer", use: answer)
            .delete("events/:event/answer", use: clearAnswer)
            .put("events/:event/me-too", use: sayMeToo)
            .delete("events/:event/me-too", use: undoMeToo)
    }

    func answer(_ request: Request, context: AppContext) async throws -> EditedResponse<Event> {
        let caller = try context.requireCaller()
        let id: Event.ID = try context.identifier("event", of: "event")
        let choice = try await request.decode(as: AnswerChoice.self, context: context)
        let event = try await store.answer(id, with: choice.reply, by: caller.account)
        return EditedResponse(headers: .revision(event.rev), response: event)
    }

    func clearAnswer(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let caller = try context.requireCaller()
        try await store.clearAnswer(of: try context.identifier("event", of: "event"), by: caller.account)
        return .noContent
    }

    /// Takes no body: the path says it all.
    func sayMeToo(_ request: Request, context: AppContext) async throws -> EditedResponse<Event> {
        let caller = try context.requireCaller()
        let event = try await store.sayMeToo(on: try context.identifier("event", of: "event"), by: caller.account)
        return EditedResponse(headers: .revision(event.rev), response: event)
    }

    func undoMeToo(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let caller = try context.requireCaller()
        try await store.undoMeToo(on: try context.identifier("event", of: "event"), by: caller.account)
        return .noContent
    }
}
