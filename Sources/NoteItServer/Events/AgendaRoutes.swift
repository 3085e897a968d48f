import Hummingbird
import NoteItCore

/// What is due in all of one's courses.
struct AgendaRoutes {
    let store: any Store
    let pages: KeptPages

    var routes: RouteCollection<AppContext> {
        RouteCollection(context: AppContext.self).get(use: list)
    }

    func list(_ request: Request, context: AppContext) async throws -> Response {
        let (caller, query) = try (context.requireCaller(), request.query())
        try await context.share?.room()
        let (from, to, page) = try (query.day("from"), query.day("to"), query.page())
        return try await pages.page(request, for: caller.account) {
            try await store.courses(of: caller.account)
        } read: {
            try await store.agenda(from: from, to: to, page: page, by: caller.account)
        }
    }
}
