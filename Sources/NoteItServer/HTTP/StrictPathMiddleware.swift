import Hummingbird
import NoteItCore

/// Refuses paths that the router would take for another: with empty parts, a slash at the end, or control characters. Collections
/// of WebDAV may end in a slash (RFC 4918, section 5.2).
/// `Query` checks queries, and `JSONGrammar` bodies.
struct StrictPathMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        if Self.hasEmptyPart(path) { return try Problem.nothingThere.response() }
        if path.utf8.contains(UInt8(ascii: "%")) {
            guard let text = path.percentDecoded else { throw HTTPError.pathNotUTF8 }
            if text.unicodeScalars.contains(where: Self.isRefused(below: path)) { return try Problem.nothingThere.response() }
        }
        return try await next(request, context)
    }

    /// No name holds a control character, but for the line feed: programs name calendar objects after UIDs, and some UIDs have one.
    private static func isRefused(below path: String) -> (Unicode.Scalar) -> Bool {
        let allowsLineFeed = path.hasPrefix("/dav/calendars/")
        return { $0.isControl && !(allowsLineFeed && $0 == "\n") }
    }

    private static func hasEmptyPart(_ path: String) -> Bool {
        var (last, count) = (UInt8(0), 0)
        for byte in path.utf8 {
            if byte == UInt8(ascii: "/"), last == byte { return true }
            (last, count) = (byte, count + 1)
        }
        return last == UInt8(ascii: "/") && count > 1 && !path.hasPrefix("/dav/") && path != "/.well-known/caldav/"
    }
}
