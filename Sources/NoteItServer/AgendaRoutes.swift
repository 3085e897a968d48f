import Hummingbird
import NoteItCore

/// What is due in all of one's courses.
struct AgendaRoutes {
    let store: any Store

    var routes: RouteCollection<AppContext> {
        RouteCollection(context: AppContext.self).get(use: list)
    }

    func list(_ request: Request, context: AppContext) async throws -> DuePage {
        let (caller, query) = try (context.requireCaller(), request.query())
        return try await store.agenda(
            from: try query.day("from"), to: try query.day("to"), page: try query.page(), by: caller.account)
    }
}
