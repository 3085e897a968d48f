import Hummingbird
import NoteItCore

/// How the caller wants to be told of things.
struct PreferencesRoutes {
    let store: any Store

    var routes: RouteCollection<AppContext> {
        RouteCollection(context: AppContext.self)
            .get(use: show)
            .patch(use: edit)
    }

    func show(_ request: Request, context: AppContext) async throws -> Preferences {
        try await store.preferences(of: try context.requireCaller().account)
    }

    func edit(_ request: Request, context: AppContext) async throws -> Preferences {
        let caller = try context.requireCaller()
        let patch = try await request.decode(as: PreferencesPatch.self, context: context).validated()
        return try await store.update(patch, by: caller.account)
    }
}
