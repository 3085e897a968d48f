import Hummingbird
import NoteItCore

/// Sessions: signing in and out, and the list of devices.
struct SessionRoutes {
    let store: any Store
    let signIn: SignIn

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

    func open(_ request: Request, context: AppContext) async throws -> EditedResponse<SignedIn> {
        let credentials = try await request.decode(as: Credentials.self, context: context.beforeSignIn).validated()
        let (session, signedIn) = try await signIn.signIn(credentials, from: context.address)
        return EditedResponse(status: .created, headers: [.location: "/v1/sessions/\(session)"], response: signedIn)
    }

    func refresh(_ request: Request, context: AppContext) async throws -> SignedIn {
        try await signIn.refresh(try await request.decode(as: RefreshRequest.self, context: context.beforeSignIn).refreshToken)
    }

    func list(_ request: Request, context: AppContext) async throws -> Page<Session> {
        let caller = try context.requireCaller()
        return try await store.sessions(of: caller.account, current: caller.session, page: try request.query().page())
    }

    func revoke(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let caller = try context.requireCaller()
        let session: Session.ID =
            try context.path("session") == "current" ? caller.session : context.identifier("session")
        try await store.revoke(session, of: caller.account)
        signIn.revoked.insert([session])
        return .noContent
    }
}
