import Hummingbird
import NoteItCore

/// Registration, and a new password for anyone who forgot theirs.
struct AccountRoutes {
    let signIn: SignIn
    let address: ClientAddress

    var routes: RouteCollection<AppContext> {
        RouteCollection(context: AppContext.self)
            .post(use: register)
            .post("reset", use: reset)
    }

    func register(_ request: Request, context: AppContext) async throws -> EditedResponse<SignedIn> {
        let new = try await request.decode(as: NewAccount.self, context: context.beforeSignIn).validated()
        let (_, signedIn) = try await signIn.register(new, from: address.of(request, context))
        return EditedResponse(status: .created, headers: [.location: "/v1/me"], response: signedIn)
    }

    /// A new password for anyone who forgot theirs, by the code that the operator made.
    func reset(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let reset = try await request.decode(as: PasswordReset.self, context: context.beforeSignIn).validated()
        try await signIn.reset(reset, from: address.of(request, context))
        return .noContent
    }
}
