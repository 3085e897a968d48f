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
        let cost = isDryRun ? 1 : max(1, try await courses(of: new).count)
        try throttle.take(.post, caller.account, from: address.of(request, context), cost: cost)
        if isDryRun { return try JSONBody.response(try await store.reach(of: new, by: caller.account)) }
        try await context.share?.room()
        let (events, created) = try await store.send(new, by: caller.account)
        return try JSONBody.response(Page(items: events), status: created ? .created : .ok)
    }

    /// It is a post in each.
    private func courses(of notice: NewNotice) async throws -> Set<Course.ID> {
        let ofSections = try await store.courses(withSections: notice.sections ?? []).map(\.id)
        return Set(notice.courses ?? []).union(ofSections)
    }

    func receipts(_ request: Request, context: AppContext) async throws -> NoticeReceipts {
        let caller = try context.requireCaller()
        return try await store.receipts(of: try context.identifier("event", of: "event"), by: caller.account)
    }
}
