import Hummingbird
import NoteItCore

/// Search in events and replies.
struct SearchRoutes {
    let store: any Store

    var routes: Routes {
        Routes()
            .get("/v1/search", token: .read(.everywhere), use: search)
            .get("/v1/courses/:course/similar", token: .read(.course), use: similar)
    }

    func search(_ request: Request, context: AppContext) async throws -> Page<SearchHit> {
        let (caller, query) = try (context.requireCaller(), request.query())
        guard let text = try query.text("q", most: 500) else {
            throw DomainError.invalid("q", "is required: the words to look for")
        }
        let (wanted, page) = try (SearchQuery(text), query.page())
        return try await context.longRead { try await store.search(wanted, page: page, by: caller.account) }
    }

    func similar(_ request: Request, context: AppContext) async throws -> Page<SearchHit> {
        let (caller, course, query) = try (context.requireCaller(), context.courseID(), request.query())
        guard let title = try query.text("title", most: 500) else {
            throw DomainError.invalid("title", "is required: the title of your question")
        }
        let limit = try query.whole("limit", in: 1...20) ?? 5
        let hits = try await context.longRead {
            try await store.questions(like: title, in: course, limit: limit, by: caller.account)
        }
        return Page(items: hits)
    }
}
