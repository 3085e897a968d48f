import HTTPTypes
import Hummingbird
import NoteItCore

/// Counts the writes of the caller before the body is read. Every method but GET and HEAD counts. Deleting a post or reply does not:
/// it was counted when it was made.
struct WriteLimitMiddleware: RouterMiddleware {
    let throttle: WriteThrottle
    let address: ClientAddress

    /// What a request counts as, by its method and route. All others count as `own`.
    private static let kinds: [String: WriteThrottle.Kind] = [
        "POST /v1/courses/{course}/events": .post, "PATCH /v1/events/{event}": .post,
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

    /// A notice is counted by its route, which knows to how many courses it goes.
    private static let free: Set<String> = ["DELETE /v1/events/{event}", "DELETE /v1/replies/{reply}", "POST /v1/notices"]

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
