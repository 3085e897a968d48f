import Hummingbird
import NoteItCore

/// The caller's inbox.
struct NotificationRoutes {
    let store: any Store

    var routes: Routes {
        Routes()
            .get("/v1/me/notifications", token: .read(.everywhere), use: list)
            .patch("/v1/me/notifications", limit: .own, token: .post(.everywhere), use: edit)
            .get("/v1/me/notifications/:notification", token: .read(.everywhere), use: show)
    }

    func list(_ request: Request, context: AppContext) async throws -> Page<InboxNotification> {
        let (caller, query) = try (context.requireCaller(), request.query())
        return try await store.notifications(
            of: caller.account, unread: try query.flag("unread") ?? false, page: try query.page())
    }

    func show(_ request: Request, context: AppContext) async throws -> InboxNotification {
        try await store.notification(try context.identifier("notification"), by: context.account())
    }

    /// Marks notifications as read. Passes over those that are read, gone or another's: a device may ask twice.
    func edit(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let patch = try await request.decode(as: NotificationsPatch.self, context: context).validated()
        try await store.markRead(patch.read, by: context.account())
        return .noContent
    }
}
