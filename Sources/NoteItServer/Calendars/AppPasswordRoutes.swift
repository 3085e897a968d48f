import Hummingbird
import NoteItCore

/// Passwords for calendar programs.
struct AppPasswordRoutes {
    let store: any Store
    let signIn: SignIn

    var routes: Routes {
        Routes()
            .get("/v1/me/app-passwords", use: list)
            .post("/v1/me/app-passwords", limit: .own, use: create)
            .delete("/v1/me/app-passwords/:password", limit: .own, use: revoke)
    }

    func list(_ request: Request, context: AppContext) async throws -> Page<AppPassword> {
        let (account, page) = try (context.account(), request.query().page())
        return try Page(of: try await store.appPasswords(of: account), page, by: \.id.description)
    }

    func create(_ request: Request, context: AppContext) async throws -> EditedResponse<MadeAppPassword> {
        let new = try await request.decode(as: NewAppPassword.self, context: context).validated()
        let caller = try context.requireCaller()
        let checked = try await signIn.confirm(caller, new.currentPassword, from: context.address)
        let code = AppPasswordCode.make()
        let password = try await store.addAppPassword(
            new, hash: AppPasswordCode.hash(code), by: caller.account, ifPassword: checked)
        return EditedResponse(
            status: .created,
            response: MadeAppPassword(id: password.id, name: password.name, createdAt: password.createdAt, password: code))
    }

    func revoke(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        try await store.revokeAppPassword(context.identifier("password", of: "app password"), by: context.account())
        return .noContent
    }
}

extension MadeAppPassword: ResponseEncodable {}
