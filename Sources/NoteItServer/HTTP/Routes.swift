import HTTPTypes
import Hummingbird
import NoteItCore

/// The routes of one noun. Each path stands beside its handler, and each verb that writes takes a limit, so that no route is
/// unlimited by accident. Tokens of scripts get only to routes that name a gate for them.
struct Routes {
    typealias Handler<Answer> = @Sendable (Request, AppContext) async throws -> Answer

    private struct Route: Sendable {
        let method: HTTPRequest.Method
        let path: RouterPath
        let limit: RouteLimit
        let token: TokenGate
        let respond: Handler<Response>
    }

    private var all: [Route] = []

    /// HEAD does all that GET does, and counts against the same limit.
    func get(
        _ path: RouterPath, limit: RouteLimit = .unlimited, token: TokenGate = .closed,
        use handler: @escaping Handler<some ResponseGenerator>
    ) -> Self { adding(.get, path, limit, token, handler) }

    func post(
        _ path: RouterPath, limit: RouteLimit, token: TokenGate = .closed,
        use handler: @escaping Handler<some ResponseGenerator>
    ) -> Self { adding(.post, path, limit, token, handler) }

    func put(
        _ path: RouterPath, limit: RouteLimit, token: TokenGate = .closed,
        use handler: @escaping Handler<some ResponseGenerator>
    ) -> Self { adding(.put, path, limit, token, handler) }

    func patch(
        _ path: RouterPath, limit: RouteLimit, token: TokenGate = .closed,
        use handler: @escaping Handler<some ResponseGenerator>
    ) -> Self { adding(.patch, path, limit, token, handler) }

    func delete(
        _ path: RouterPath, limit: RouteLimit, token: TokenGate = .closed,
        use handler: @escaping Handler<some ResponseGenerator>
    ) -> Self { adding(.delete, path, limit, token, handler) }

    /// A route for one of the methods of WebDAV.
    func on(
        _ method: HTTPRequest.Method, _ path: RouterPath, limit: RouteLimit,
        use handler: @escaping Handler<some ResponseGenerator>
    ) -> Self { adding(method, path, limit, .closed, handler) }

    private func adding(
        _ method: HTTPRequest.Method, _ path: RouterPath, _ limit: RouteLimit, _ token: TokenGate,
        _ handler: @escaping Handler<some ResponseGenerator>
    ) -> Self {
        var routes = self
        routes.all.append(
            Route(method: method, path: path, limit: limit, token: token) { request, context in
                try await handler(request, context).response(from: request, context: context)
            })
        return routes
    }

    /// A request is counted before its body is read. A counted route demands a caller.
    /// - Parameter store: knows what the token of a script opens.
    func register(on router: some RouterMethods<AppContext>, throttle: WriteThrottle, store: any EventStore) {
        for route in all {
            router.on(route.path, method: route.method) { request, context in
                if let grant = context.caller?.token { try await route.token.requireAdmitted(grant, context, store) }
                if route.limit.isCounted {
                    try throttle.count(route.limit, context.requireCaller().account, from: context.address)
                }
                return try await route.respond(request, context)
            }
        }
    }

    /// Path templates such as `/v1/events/{event}`, with a method each.
    var templates: [(path: String, method: HTTPRequest.Method)] { all.map { ($0.path.description, $0.method) } }
}
