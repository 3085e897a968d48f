import Foundation
import Hummingbird
import NoteItCore

/// Tokens of scripts and bots. No token reaches these routes.
struct ApiTokenRoutes {
    let store: any Store
    let signIn: SignIn
    let now: @Sendable () -> Date

    var routes: Routes {
        Routes()
            .get("/v1/me/tokens", use: list)
            .post("/v1/me/tokens", limit: .own, use: create)
            .delete("/v1/me/tokens/:token", limit: .own, use: revoke)
    }

    func list(_ request: Request, context: AppContext) async throws -> Page<ApiToken> {
        let (account, page) = try (context.account(), request.query().page())
        return try Page(of: try await store.apiTokens(of: account), page, by: \.id.description)
    }

    func create(_ request: Request, context: AppContext) async throws -> EditedResponse<MadeApiToken> {
        let new = try await request.decode(as: NewApiToken.self, context: context).validated()
        let caller = try context.requireCaller()
        let checked = try await signIn.confirm(caller, new.currentPassword, from: context.address)
        let secret = ApiTokenSecret.make()
        let end = (now() + Double(new.days ?? ApiToken.standardDays) * 86_400).wholeSeconds
        let made = try await store.addApiToken(
            new, hash: Secret.digest(secret), until: end, by: caller.account, ifPassword: checked)
        return EditedResponse(
            status: .created,
            response: MadeApiToken(
                id: made.id, name: made.name, scope: made.scope, course: made.course, createdAt: made.createdAt,
                expiresAt: made.expiresAt, token: secret))
    }

    func revoke(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let (account, id): (Account.ID, ApiToken.ID) = try (context.account(), context.identifier("token"))
        try await store.revokeApiToken(id, by: account)
        signIn.revoked.insert([Session.ID(id.uuid)])
        return .noContent
    }
}

extension MadeApiToken: ResponseEncodable {}
