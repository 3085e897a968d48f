import Hummingbird
import NoteItCore

/// The sections that the caller watches for a free seat.
struct SeatWatchRoutes {
    let store: any Store

    var routes: Routes {
        Routes()
            .get("/v1/me/seat-watches", token: .read(.everywhere), use: list)
            .get("/v1/me/seat-watches/:section", token: .read(.everywhere), use: show)
            .put("/v1/me/seat-watches/:section", limit: .own, use: watch)
            .delete("/v1/me/seat-watches/:section", limit: .own, use: unwatch)
    }

    func list(_ request: Request, context: AppContext) async throws -> Page<SeatWatch> {
        let (caller, page) = try (context.requireCaller(), request.query().page())
        return try Page(of: try await store.seatWatches(of: caller.account), page, by: \.section.id.text)
    }

    func show(_ request: Request, context: AppContext) async throws -> SeatWatch {
        try await store.seatWatch(context.sectionID(), by: context.account())
    }

    /// Takes no body.
    func watch(_ request: Request, context: AppContext) async throws -> EditedResponse<SeatWatch> {
        let (caller, section) = try (context.requireCaller(), context.sectionID())
        let (watch, created) = try await store.watchSeats(of: section, by: caller.account)
        return EditedResponse(status: created ? .created : .ok, response: watch)
    }

    func unwatch(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        try await store.unwatchSeats(of: context.sectionID(), by: context.account())
        return .noContent
    }
}
