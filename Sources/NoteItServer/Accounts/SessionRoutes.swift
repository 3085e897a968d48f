import Hummingbird
import NoteItCore

/// Sessions: signing in and out, and the list of devices.
struct SessionRoutes {
    let store: any Store
    let signIn: SignIn
    let cookie: RefreshCookie

    /// The routes for callers without an access token.
    var openRoutes: Routes {
        Routes()
            .post("/v1/sessions", limit: .byHandler, use: open)
            .post("/v1/sessions/refresh", limit: .byHandler, use: refresh)
    }

    var routes: Routes {
        Routes()
            .get("/v1/sessions", use: list)
            .delete("/v1/sessions/:session", limit: .own, use: revoke)
    }

    func open(_ request: Request, context: AppContext) async throws -> Response {
        let credentials = try await request.decode(as: Credentials.self, context: context.beforeSignIn).validated()
        let inCookie = credentials.cookie == true
        if inCookie { try cookie.requireOwnPage(request) }
        let (session, signedIn) = try await signIn.signIn(credentials, from: context.address)
        return try cookie.response(
            signedIn, inCookie: inCookie, to: request, status: .created, location: "/v1/sessions/\(session)")
    }

    /// The token comes back where it came from.
    func refresh(_ request: Request, context: AppContext) async throws -> Response {
        let sent = try await request.decode(as: RefreshRequest.self, context: context.beforeSignIn).refreshToken
        let token = try sent ?? cookie.token(of: request)
        return try cookie.response(try await signIn.refresh(token), inCookie: sent == nil, to: request)
    }

    func list(_ request: Request, context: AppContext) async throws -> Page<Session> {
        let caller = try context.requireCaller()
        return try await store.sessions(of: caller.account, current: caller.session, page: try request.query().page())
    }

    func revoke(_ request: Request, context: AppContext) async throws -> Response {
        let caller = try context.requireCaller()
        let session: Session.ID =
            try context.path("session") == "current" ? caller.session : context.identifier("session")
        try await store.revoke(session, of: caller.account)
        signIn.revoked.insert([session])
        return session == caller.session ? cookie.cleared(for: request) : Response(status: .noContent)
    }
}
