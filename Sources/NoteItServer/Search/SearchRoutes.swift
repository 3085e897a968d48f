import Hummingbird
import NoteItCore

/// Finding what was said.
struct SearchRoutes {
    let store: any Store

    var routes: RouteCollection<AppContext> {
        RouteCollection(context: AppContext.self)
            .get("search", use: search)
            .get("courses/:course/similar", use: similar)
    }

    func search(_ request: Request, context: AppContext) async throws -> Page<SearchHit> {
        let (caller, query) = try (context.requireCaller(), request.query())
        guard let text = try query.text("q", most: 500) else { throw DomainError.invalid("q", "is needed: what to look for") }
        let (wanted, page) = try (SearchQuery(text), query.page())
        return try await context.readingAtLength { try await store.search(wanted, page: page, by: caller.account) }
    }

    func similar(_ request: Request, context: AppContext) async throws -> Page<SearchHit> {
        let (caller, course, query) = try (context.requireCaller(), context.path("course"), request.query())
        guard let title = try query.text("title", most: 500) else {
            throw DomainError.invalid("title", "is needed: what you want to ask")
        }
        let limit = try query.whole("limit", in: 1...20) ?? 5
        let hits = try await context.readingAtLength {
            try await store.questions(like: title, in: course, limit: limit, by: caller.account)
        }
        return Page(items: hits)
    }
}
