import Hummingbird
import NoteItCore

/// The caller's own account.
struct MeRoutes {
    let store: any Store
    let signIn: SignIn
    let cookie: RefreshCookie

    var routes: Routes {
        Routes()
            .get("/v1/me", token: .read(.anywhere), use: show)
            // A new name changes every post of its bearer.
            .patch("/v1/me", limit: .posts, use: edit)
            .delete("/v1/me", limit: .own, use: leave)
            .put("/v1/me/password", limit: .own, use: changePassword)
    }

    func show(_ request: Request, context: AppContext) async throws -> Account {
        try await store.account(context.account())
    }

    func edit(_ request: Request, context: AppContext) async throws -> Account {
        let patch = try await request.decode(as: AccountPatch.self, context: context).validated()
        return try await signIn.edit(context.requireCaller(), with: patch, from: context.address)
    }

    func changePassword(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let change = try await request.decode(as: PasswordChange.self, context: context)
        try await signIn.changePassword(of: context.requireCaller(), change, from: context.address)
        return .noContent
    }

    func leave(_ request: Request, context: AppContext) async throws -> Response {
        let confirmation = try await request.decode(as: PasswordConfirmation.self, context: context)
        try await signIn.leave(context.requireCaller(), confirmation.currentPassword, from: context.address)
        return cookie.cleared(for: request)
    }
}
