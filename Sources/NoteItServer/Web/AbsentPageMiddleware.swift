import HTTPTypes
import Hummingbird

/// Answers people with a page where a program gets the problem document of `404`.
struct AbsentPageMiddleware: RouterMiddleware {
    let page: PageRoutes

    /// Browsers get problem documents there: these addresses are for programs.
    private static let programs: Set<Substring> = ["v1", "dav", "calendars", ".well-known"]

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        guard response.status == .notFound, request.wantsHTML, !Self.isForPrograms(request.uri.path) else { return response }
        return await page.absent(request) ?? response
    }

    private static func isForPrograms(_ path: String) -> Bool {
        path.split(separator: "/").first.map(programs.contains) ?? false
    }
}
