import Hummingbird
import NoteItCore

/// Signing in and out, and the devices signed in.
struct SessionRoutes {
    let store: any Store
    let signIn: SignIn
    let address: ClientAddress

    /// For who is not signed in yet, or no longer.
    var openRoutes: RouteCollection<AppContext> {
        RouteCollection(context: AppContext.self)
            .post(use: open)
            .post("refresh", use: refresh)
    }

    var routes: RouteCollection<AppContext> {
        RouteCollection(context: AppContext.self)
            .get(use: list)
            .delete(":session", use: revoke)
    }

    func open(_ request: Request, context: AppContext) async throws -> EditedResponse<SignedIn> {
        let credentials = try await request.decode(as: Credentials.self, context: context.beforeSignIn).validated()
        let (session, signedIn) = try await signIn.signIn(credentials, from: address.of(request, context))
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
            try context.path("session") == "current" ? caller.session : context.identifier("session", of: "session")
        try await store.revoke(session, of: caller.account)
        signIn.revoked.insert([session])
        return .noContent
    }
}
