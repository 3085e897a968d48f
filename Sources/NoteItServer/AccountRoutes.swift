import Hummingbird
import NoteItCore

/// Registration.
struct AccountRoutes {
    let signIn: SignIn

    var routes: RouteCollection<AppContext> {
        RouteCollection(context: AppContext.self).post(use: register)
    }

    func register(_ request: Request, context: AppContext) async throws -> EditedResponse<SignedIn> {
        let new = try await request.decode(as: NewAccount.self, context: context).validated()
        let (_, signedIn) = try await signIn.register(new)
        return EditedResponse(status: .created, headers: [.location: "/v1/me"], response: signedIn)
    }
}
