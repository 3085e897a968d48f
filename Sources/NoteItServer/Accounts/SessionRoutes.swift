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
            .post("/v1/sessions/factor", limit: .byHandler, use: finish)
            .post("/v1/sessions/passkey/options", limit: .byHandler, use: makePasskeyRequest)
            .post("/v1/sessions/passkey", limit: .byHandler, use: openByPasskey)
            .post("/v1/sessions/refresh", limit: .byHandler, use: refresh)
    }

    var routes: Routes {
        Routes()
            .get("/v1/sessions", use: list)
            .delete("/v1/sessions/:session", limit: .own, use: revoke)
    }

    func open(_ request: Request, context: AppContext) async throws -> Response {
        let credentials = try await request.decode(as: Credentials.self, context: context.beforeSignIn).validated()
        return try await cookie.answer(request, inCookie: credentials.cookie) { party in
            try await signIn.signIn(credentials, at: party, from: context.address)
        }
    }

    /// The second half of a sign-in.
    func finish(_ request: Request, context: AppContext) async throws -> Response {
        let code = try await request.decode(as: FactorSignIn.self, context: context.beforeSignIn).validated()
        return try await cookie.answer(request, inCookie: code.cookie) { party in
            try await signIn.finish(code, at: party, from: context.address)
        }
    }

    func makePasskeyRequest(_ request: Request, context: AppContext) async throws -> PasskeyRequest {
        try await signIn.makePasskeyRequest(at: cookie.address.relyingParty(of: request))
    }

    func openByPasskey(_ request: Request, context: AppContext) async throws -> Response {
        let answer = try await request.decode(as: PasskeySignIn.self, context: context.beforeSignIn).validated()
        return try await cookie.answer(request, inCookie: answer.cookie) { party in
            try await signIn.signIn(answer, at: party, from: context.address)
        }
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

extension RefreshCookie {
    /// The answer to the first half of a sign-in, or to a registration.
    /// - Parameters: `inCookie`: whether the browser wants the refresh token in the cookie; `enter`: takes the party that a passkey
    ///   would be for.
    func answer(
        _ request: Request, inCookie: Bool?, location: String? = nil, _ enter: (RelyingParty?) async throws -> Entrance
    ) async throws -> Response {
        if inCookie == true { try requireOwnPage(request) }
        let entrance = try await enter(address.relyingParty(of: request))
        return try response(entrance, inCookie: inCookie == true, to: request, location: location)
    }
}

extension PasskeyRequest: ResponseEncodable {}
