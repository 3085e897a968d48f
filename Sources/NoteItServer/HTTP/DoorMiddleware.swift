import HTTPTypes
import Hummingbird
import NoteItCore

/// Refuses paths with empty parts, a slash at the end, or control characters: a path that the router would take for another. What the query may hold, `Query` says; what a body, `JSONGrammar`.
struct DoorMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        if Self.hasEmptyPart(path) { return try Problem(.notFound, "There is nothing at this path.").response() }
        if path.utf8.contains(UInt8(ascii: "%")) {
            guard let text = path.removingPercentEncoding else {
                throw HTTPError(.badRequest, message: "The path is not percent-encoded UTF-8.")
            }
            // No name of anything holds one.
            if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
                return try Problem(.notFound, "There is nothing at this path.").response()
            }
        }
        return try await next(request, context)
    }

    private static func hasEmptyPart(_ path: String) -> Bool {
        var (last, count) = (UInt8(0), 0)
        for byte in path.utf8 {
            if byte == UInt8(ascii: "/"), last == byte { return true }
            (last, count) = (byte, count + 1)
        }
        return last == UInt8(ascii: "/") && count > 1
    }
}
