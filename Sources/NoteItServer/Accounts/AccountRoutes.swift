import Hummingbird
import NoteItCore

/// Registration, and password resets by the operator's code.
struct AccountRoutes {
    let signIn: SignIn

    var routes: Routes {
        Routes()
            .post("/v1/accounts", limit: .byHandler, use: register)
            .post("/v1/accounts/reset", limit: .byHandler, use: reset)
    }

    func register(_ request: Request, context: AppContext) async throws -> EditedResponse<SignedIn> {
        let new = try await request.decode(as: NewAccount.self, context: context.beforeSignIn).validated()
        let (_, signedIn) = try await signIn.register(new, from: context.address)
        return EditedResponse(status: .created, headers: [.location: "/v1/me"], response: signedIn)
    }

    func reset(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let reset = try await request.decode(as: PasswordReset.self, context: context.beforeSignIn).validated()
        try await signIn.reset(reset, from: context.address)
        return .noContent
    }
}
