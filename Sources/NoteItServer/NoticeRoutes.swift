import Hummingbird
import NoteItCore

/// What staff tell sections and whole courses.
struct NoticeRoutes {
    let store: any Store
    let throttle: WriteThrottle
    let address: ClientAddress

    var routes: RouteCollection<AppContext> {
        RouteCollection(context: AppContext.self)
            .post("notices", use: send)
            .get("events/:event/receipts", use: receipts)
    }

    func send(_ request: Request, context: AppContext) async throws -> Response {
        let (caller, isDryRun) = try (context.requireCaller(), request.query().flag("dryRun") ?? false)
        let new = try await request.decode(as: NewNotice.self, context: context).validated()
        if isDryRun { return try JSONBody.response(try await store.reach(of: new, by: caller.account)) }
        // It is a post in each course, of which one was counted before.
        let cost = (new.courses ?? []).count - 1
        if cost > 0 { try throttle.take(.post, caller.account, from: address.of(request, context), cost: cost) }
        let (events, created) = try await store.send(new, by: caller.account)
        return try JSONBody.response(Page(items: events), status: created ? .created : .ok)
    }

    func receipts(_ request: Request, context: AppContext) async throws -> NoticeReceipts {
        let caller = try context.requireCaller()
        return try await store.receipts(of: try context.identifier("event", of: "event"), by: caller.account)
    }
}
