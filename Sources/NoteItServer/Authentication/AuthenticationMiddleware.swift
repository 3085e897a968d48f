import HTTPTypes
import Hummingbird
import NoteItCore

/// Finds out who makes a request.
public struct Authenticator: Sendable {
    let tokens: AccessTokens
    let revoked: RevokedSessions

    /// The caller that the `Authorization` field names (RFC 6750); nil without one.
    /// Throws `.unauthenticated` if its token is not good, or its session was revoked.
    public func caller(of request: Request) async throws -> Caller? {
        guard let field = request.headers[.authorization] else { return nil }
        return try await caller(authorization: field)
    }

    /// The same for a field's value.
    func caller(authorization field: String) async throws -> Caller {
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            throw DomainError.unauthenticated("Send the access token as: Authorization: Bearer TOKEN")
        }
        let caller = try await tokens.verify(String(parts[1]))
        try requireOpen(caller.session)
        return caller
    }

    /// Throws `.unauthenticated` if the session was revoked.
    public func requireOpen(_ session: Session.ID) throws {
        if revoked.contains(session) { throw DomainError.unauthenticated("This session was signed out. Sign in again.") }
    }
}

/// Lets through only who is signed in, and tells the route who it is.
public struct AuthenticationMiddleware: RouterMiddleware {
    let authenticator: Authenticator

    public func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.caller = try await authenticator.caller(of: request)
        context.authenticator = authenticator
        let caller = try context.requireCaller()
        context.share?.belongs(to: caller.account)
        return try await next(request, context)
    }
}
