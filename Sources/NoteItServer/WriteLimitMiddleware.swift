import HTTPTypes
import Hummingbird
import NoteItCore

/// Counts what is written by who is signed in, before its body is read.
struct WriteLimitMiddleware: RouterMiddleware {
    let throttle: WriteThrottle
    let address: ClientAddress

    /// What a request counts as, by its method and route. Not counted are marks, watches and timetables, which are one's own,
    /// deletions, since what goes was counted as it came, and what staff decide.
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
    ]

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        if let kind = Self.kinds["\(request.method) \(context.endpointPath ?? "")"], let caller = context.caller {
            try throttle.take(kind, caller.account, from: address.of(request, context))
        }
        return try await next(request, context)
    }
}
