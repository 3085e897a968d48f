import Hummingbird
import NoteItCore

/// One's own account.
struct MeRoutes {
    let store: any Store
    let signIn: SignIn
    let address: ClientAddress

    var routes: RouteCollection<AppContext> {
        RouteCollection(context: AppContext.self)
            .get(use: show)
            .patch(use: edit)
            .delete(use: leave)
            .put("password", use: changePassword)
    }

    func show(_ request: Request, context: AppContext) async throws -> Account {
        try await store.account(try context.requireCaller().account)
    }

    func edit(_ request: Request, context: AppContext) async throws -> Account {
        let caller = try context.requireCaller()
        let patch = try await request.decode(as: AccountPatch.self, context: context).validated()
        return try await signIn.edit(caller, with: patch, from: address.of(request, context))
    }

    func changePassword(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let caller = try context.requireCaller()
        let change = try await request.decode(as: PasswordChange.self, context: context)
        try await signIn.changePassword(of: caller, change, from: address.of(request, context))
        return .noContent
    }

    func leave(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let caller = try context.requireCaller()
        let confirmation = try await request.decode(as: PasswordConfirmation.self, context: context)
        try await signIn.leave(caller, confirmation.currentPassword, from: address.of(request, context))
        return .noContent
    }
}
