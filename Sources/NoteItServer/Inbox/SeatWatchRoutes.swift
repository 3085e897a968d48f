import Hummingbird
import NoteItCore

/// The sections that one watches for seats.
struct SeatWatchRoutes {
    let store: any Store

    var routes: RouteCollection<AppContext> {
        RouteCollection(context: AppContext.self)
            .get(use: list)
            .get(":section", use: show)
            .put(":section", use: watch)
            .delete(":section", use: unwatch)
    }

    func list(_ request: Request, context: AppContext) async throws -> Page<SeatWatch> {
        let (caller, page) = try (context.requireCaller(), request.query().page())
        return try Page(of: try await store.seatWatches(of: caller.account), page, by: \.section.id)
    }

    func show(_ request: Request, context: AppContext) async throws -> SeatWatch {
        let (caller, section) = try (context.requireCaller(), context.path("section"))
        return try await store.seatWatch(section, by: caller.account)
    }

    /// Takes no body: the path says it all.
    func watch(_ request: Request, context: AppContext) async throws -> EditedResponse<SeatWatch> {
        let (caller, section) = try (context.requireCaller(), context.path("section"))
        let (watch, created) = try await store.watchSeats(of: section, by: caller.account)
        return EditedResponse(status: created ? .created : .ok, response: watch)
    }

    func unwatch(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let (caller, section) = try (context.requireCaller(), context.path("section"))
        try await store.unwatchSeats(of: section, by: caller.account)
        return .noContent
    }
}
