import HTTPTypes
import Hummingbird
import NoteItCore

/// Identifies the caller of a request.
struct Authenticator: Sendable {
    let tokens: AccessTokens
    let revoked: RevokedSessions
    /// Whether what is read may be stale.
    let isFenced: @Sendable () -> Bool

    /// The caller that the `Authorization` header names (RFC 6750); nil without the header.
    /// Throws `.unauthenticated` if the token is invalid, or its session was revoked.
    func caller(of request: Request) async throws -> Caller? {
        guard let field = request.headers[.authorization] else { return nil }
        return try await caller(authorization: field)
    }

    /// The caller that the value of an `Authorization` header names. Throws as `caller(of:)`.
    func caller(authorization field: String) async throws -> Caller {
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            throw DomainError.unauthenticated("Send the access token as: Authorization: Bearer TOKEN")
        }
        let caller = try await tokens.verify(String(parts[1]))
        try requireOpen(caller.session)
        return caller
    }

    /// Throws `.unauthenticated` if the session was revoked, `.unavailable` if that cannot be known now.
    func requireOpen(_ session: Session.ID) throws {
        if isFenced() { throw DomainError.unavailable("The database does not answer. Try again in a few seconds.") }
        try revoked.requireConfirmed()
        if revoked.contains(session) { throw DomainError.sessionEnded }
    }
}

/// Admits only signed-in callers, and passes the caller on to the route.
struct AuthenticationMiddleware: RouterMiddleware {
    let authenticator: Authenticator

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.caller = try await authenticator.caller(of: request)
        context.requireOpenSession = authenticator.requireOpen
        let caller = try context.requireCaller()
        context.share?.belongs(to: caller.account)
        return try await next(request, context)
    }
}
