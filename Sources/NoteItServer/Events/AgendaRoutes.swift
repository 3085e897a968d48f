import Hummingbird
import NoteItCore

/// The events of all the caller's courses, by due date.
struct AgendaRoutes {
    let store: any Store
    let pages: PageCache

    var routes: Routes { Routes().get("/v1/me/agenda", token: .read(.everywhere), use: list) }

    func list(_ request: Request, context: AppContext) async throws -> Response {
        let (caller, query) = try (context.requireCaller(), request.query())
        try await context.share?.reservePage()
        let (from, to, page) = try (query.day("from"), query.day("to"), query.page())
        return try await pages.page(request, for: caller.account) {
            try await store.courses(of: caller.account)
        } read: {
            try await store.agenda(from: from, to: to, page: page, by: caller.account)
        }
    }
}
