import HTTPTypes
import Hummingbird
import NIOHTTP1
import NoteItCore

/// Turns the errors of routes into problem responses.
struct ProblemMiddleware: RouterMiddleware {
    /// Tells `405` from `404`.
    let allowed: AllowedMethods

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPParserError {
            // The rest of the connection cannot be read. Hummingbird answers 400 and closes it.
            throw error
        } catch {
            var response = try response(to: error, request, context)
            if request.method == .head { response.body = ResponseBody() }
            return response
        }
    }

    private func response(to error: any Error, _ request: Request, _ context: AppContext) throws -> Response {
        if let error = error as? HTTPError, error.status == .notFound { return try unrouted(request) }
        guard let problem = Problem(error) else {
            context.logger.error("\(request.method) \(request.shownPath) failed: \(String(reflecting: error))")
            return try Problem(
                .internalServerError, "The server failed. Try again later, or ask the operator, who finds the cause in the log."
            ).response()
        }
        var response = try problem.response()
        for field in Problem.headers(of: error) { response.headers[field.name] = field.value }
        return response
    }

    private func unrouted(_ request: Request) throws -> Response {
        let methods = allowed.methods(for: request.uri.path)
        if methods.isEmpty { return try Problem.nothingThere.response() }
        let list = methods.joined(separator: ", ")
        var response = try Problem(.methodNotAllowed, "This path does not take \(request.method). Use \(list).").response()
        response.headers[.allow] = list
        return response
    }
}

/// The methods that each known path takes.
struct AllowedMethods: Sendable {
    private struct Path: Sendable {
        var parts: [String]
        var methods: [String]

        var constants: Int { parts.count { !$0.hasPrefix("{") } }

        func matches(_ other: [Substring]) -> Bool {
            let isOpen = parts.last == "**"
            guard isOpen ? parts.count <= other.count : parts.count == other.count else { return false }
            return zip(isOpen ? parts.dropLast() : parts, other).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
    }

    private let paths: [Path]

    /// - Parameter routes: path templates such as `/v1/events/{event}`, with a method each.
    init(_ routes: [(path: String, method: HTTPRequest.Method)]) {
        paths = Dictionary(grouping: routes, by: \.path).map { path, routes in
            let methods = Set(routes.map(\.method.rawValue)).union(routes.contains { $0.method == .get } ? ["HEAD"] : [])
            return Path(parts: path.split(separator: "/").map(String.init), methods: methods.sorted())
        }
    }

    /// The methods of the most literal template that `path` fits; empty if it fits none.
    func methods(for path: String) -> [String] {
        let parts = path.split(separator: "/")
        return paths.filter { $0.matches(parts) }.max { $0.constants < $1.constants }?.methods ?? []
    }
}

extension Request {
    /// The path for logs, without the secret of a calendar feed or of a link in a mail.
    var shownPath: String {
        if uri.path.hasPrefix("/calendars/") { return "/calendars/{file}" }
        return uri.path.hasPrefix("/mail/") ? "/mail/{link}" : uri.path
    }
}
