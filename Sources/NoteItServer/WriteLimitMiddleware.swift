import HTTPTypes
import Hummingbird
import NoteItCore

/// Counts what is written by who is signed in, before its body is read. What is no reading counts, whatever its route; deletions do
/// not where what goes was counted as it came.
struct WriteLimitMiddleware: RouterMiddleware {
    let throttle: WriteThrottle
    let address: ClientAddress

    /// What a request counts as, by its method and route. All others count as `own`.
    private static let kinds: [String: WriteThrottle.Kind] = [
        "POST /v1/courses/{course}/events": .post, "PATCH /v1/events/{event}": .post, "POST /v1/notices": .post,
        // A new name, and a new place in a course, are told of everything that they concern.
        "PATCH /v1/me": .post, "POST /v1/me/enrollments": .post, "DELETE /v1/me/enrollments/{section}": .post,
        "POST /v1/events/{event}/replies": .reply, "PATCH /v1/replies/{reply}": .reply,
        "POST /v1/events/{event}/reports": .reply,
        // These change an event, of which the whole course is told.
        "PUT /v1/events/{event}/answer": .reply, "DELETE /v1/events/{event}/answer": .reply,
        "PUT /v1/events/{event}/me-too": .reply, "DELETE /v1/events/{event}/me-too": .reply,
        "POST /v1/attachments": .upload, "GET /v1/me/export": .export,
        "POST /v1/terms/{term}/schedules/search": .planning,
    ]

    private static let free: Set<String> = ["DELETE /v1/events/{event}", "DELETE /v1/replies/{reply}"]

    /// Nil: it does not count. HEAD is made of GET, with all that GET does.
    private static func kind(of method: HTTPRequest.Method, _ route: String) -> WriteThrottle.Kind? {
        let isReading = method == .get || method == .head
        let name = "\(isReading ? .get : method) \(route)"
        return kinds[name] ?? (isReading || free.contains(name) ? nil : .own)
    }

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        if let kind = Self.kind(of: request.method, context.endpointPath ?? ""), let caller = context.caller {
            try throttle.take(kind, caller.account, from: address.of(request, context))
        }
        return try await next(request, context)
    }
}
