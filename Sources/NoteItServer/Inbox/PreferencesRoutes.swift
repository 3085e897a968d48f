import Hummingbird
import NoteItCore

/// How the caller wants to be notified.
struct PreferencesRoutes {
    let store: any Store

    var routes: Routes {
        Routes()
            .get("/v1/me/preferences", token: .read(.everywhere), use: show)
            .patch("/v1/me/preferences", limit: .own, use: edit)
    }

    func show(_ request: Request, context: AppContext) async throws -> Preferences {
        try await store.preferences(of: context.account())
    }

    func edit(_ request: Request, context: AppContext) async throws -> Preferences {
        let patch = try await request.decode(as: PreferencesPatch.self, context: context).validated()
        return try await store.update(patch, by: context.account())
    }
}
