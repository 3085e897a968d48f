import Hummingbird
import NoteItCore

/// The caller's marks on events: seen, followed, muted.
struct EventMarkRoutes {
    let store: any Store

    var routes: Routes {
        Routes()
            .get("/v1/me/marks/:event", token: .read(.event), use: show)
            .put("/v1/me/marks/:event", limit: .own, token: .post(.event), use: edit)
            .post("/v1/me/read", limit: .own, token: .post(.everywhere), use: read)
    }

    func show(_ request: Request, context: AppContext) async throws -> EventMark {
        try await store.mark(of: context.eventID(), by: context.account())
    }

    func edit(_ request: Request, context: AppContext) async throws -> EventMark {
        let (caller, event) = try (context.requireCaller(), context.eventID())
        let patch = try await request.decode(as: EventMarkPatch.self, context: context).validated()
        return try await store.mark(event, with: patch, by: caller.account)
    }

    /// Passes over events that are gone or hidden from the caller: a device may report late.
    func read(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let caller = try context.requireCaller()
        let read = try await request.decode(as: ReadRequest.self, context: context).validated()
        if let course = read.course { try await store.markSeen(in: course, by: caller.account) }
        if let events = read.events { try await store.markSeen(events, by: caller.account) }
        return .noContent
    }
}
