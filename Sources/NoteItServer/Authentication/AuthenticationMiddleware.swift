import HTTPTypes
import Hummingbird
import NoteItCore

/// Identifies the caller of a request.
struct Authenticator: Sendable {
    let tokens: AccessTokens
    let scripts: ApiTokens
    let revoked: RevokedSessions
    /// Whether what is read may be stale.
    let isFenced: @Sendable () -> Bool

    /// The caller that the `Authorization` header names (RFC 6750); nil without the header. It may be a script: the route's
    /// `TokenGate` says whether it is admitted.
    /// Throws `.unauthenticated` if the token is invalid, or its session was revoked.
    func caller(of request: Request) async throws -> Caller? {
        guard let field = request.headers[.authorization] else { return nil }
        return try await callerOrScript(authorization: field)
    }

    /// The person that the value of an `Authorization` header names. Throws as `caller(of:)`, and `.forbidden` for the token of a
    /// script.
    func caller(authorization field: String) async throws -> Caller {
        let caller = try await callerOrScript(authorization: field)
        guard caller.token == nil else { throw DomainError.onlyPeople }
        return caller
    }

    /// As `caller(of:)`.
    func callerOrScript(authorization field: String) async throws -> Caller {
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            throw DomainError.unauthenticated("Send the access token as: Authorization: Bearer TOKEN")
        }
        let token = String(parts[1])
        let isScript = token.hasPrefix(ApiTokenSecret.prefix)
        let caller = try await isScript ? scripts.verify(token) : tokens.verify(token)
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
