import Hummingbird
import NoteItCore

import struct NoteItCore.Notification

/// One's inbox.
struct NotificationRoutes {
    let store: any Store

    var routes: RouteCollection<AppContext> {
        RouteCollection(context: AppContext.self)
            .get(use: list)
            .patch(use: edit)
            .get(":notification", use: show)
    }

    func list(_ request: Request, context: AppContext) async throws -> Page<Notification> {
        let (caller, query) = try (context.requireCaller(), request.query())
        return try await store.notifications(
            of: caller.account, unread: try query.flag("unread") ?? false, page: try query.page())
    }

    func show(_ request: Request, context: AppContext) async throws -> Notification {
        let caller = try context.requireCaller()
        return try await store.notification(
            try context.identifier("notification", of: "notification"), by: caller.account)
    }

    /// Marks some as read. What is read already, gone or not the caller's is no error: their devices may ask twice.
    func edit(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let caller = try context.requireCaller()
        let patch = try await request.decode(as: NotificationsPatch.self, context: context).validated()
        try await store.markRead(patch.read, by: caller.account)
        return .noContent
    }
}
