import Hummingbird
import NoteItCore

/// Registration, and password resets by the operator's code.
struct AccountRoutes {
    let signIn: SignIn
    let cookie: RefreshCookie

    var routes: Routes {
        Routes()
            .post("/v1/accounts", limit: .byHandler, use: register)
            .post("/v1/accounts/reset", limit: .byHandler, use: reset)
    }

    func register(_ request: Request, context: AppContext) async throws -> Response {
        let new = try await request.decode(as: NewAccount.self, context: context.beforeSignIn).validated()
        return try await cookie.answer(request, inCookie: new.cookie, location: "/v1/me") { party in
            try await signIn.register(new, at: party, from: context.address)
        }
    }

    func reset(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let reset = try await request.decode(as: PasswordReset.self, context: context.beforeSignIn).validated()
        try await signIn.reset(reset, from: context.address)
        return .noContent
    }
}
