import Hummingbird
import NoteItCore

/// What events are to the caller: how much of them is seen, what is followed, what is muted.
struct EventMarkRoutes {
    let store: any Store

    var routes: RouteCollection<AppContext> {
        RouteCollection(context: AppContext.self)
            .get("marks/:event", use: show)
            .put("marks/:event", use: edit)
            .post("read", use: read)
    }

    func show(_ request: Request, context: AppContext) async throws -> EventMark {
        let caller = try context.requireCaller()
        return try await store.mark(of: try context.identifier("event", of: "event"), by: caller.account)
    }

    func edit(_ request: Request, context: AppContext) async throws -> EventMark {
        let caller = try context.requireCaller()
        let event: Event.ID = try context.identifier("event", of: "event")
        let patch = try await request.decode(as: EventMarkPatch.self, context: context).validated()
        return try await store.mark(event, with: patch, by: caller.account)
    }

    /// What is gone, or not the caller's to see, is no error: their devices may ask late.
    func read(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let caller = try context.requireCaller()
        let read = try await request.decode(as: ReadRequest.self, context: context).validated()
        if let course = read.course { try await store.markSeen(in: course, by: caller.account) }
        if let events = read.events { try await store.markSeen(events, by: caller.account) }
        return .noContent
    }
}
