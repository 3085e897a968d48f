import Hummingbird
import NoteItCore

/// Notices: posts of staff to sections and whole courses.
struct NoticeRoutes {
    let store: any Store
    let throttle: WriteThrottle

    var routes: Routes {
        Routes()
            .post("/v1/notices", limit: .byHandler, token: .post(.everywhere), use: send)
            .get("/v1/events/:event/receipts", token: .read(.event), use: receipts)
            .get("/v1/events/:event/unseen", token: .read(.event), use: unseen)
    }

    func send(_ request: Request, context: AppContext) async throws -> Response {
        let (caller, isDryRun) = try (context.requireCaller(), request.query().flag("dryRun") ?? false)
        let new = try await request.decode(as: NewNotice.self, context: context).validated()
        let cost = isDryRun ? 1 : max(1, try await courses(of: new).count)
        try throttle.count(.posts, caller.account, from: context.address, cost: cost)
        if isDryRun { return try JSONBody.response(try await store.reach(of: new, by: caller.account)) }
        try await context.share?.reservePage()
        let (events, created) = try await store.send(new, by: caller.account)
        return try JSONBody.response(Page(items: events), status: created ? .created : .ok)
    }

    /// A notice is a post in each of these.
    private func courses(of notice: NewNotice) async throws -> Set<Course.ID> {
        let ofSections = try await store.courses(withSections: notice.sections ?? []).map(\.id)
        return Set(notice.courses ?? []).union(ofSections)
    }

    func receipts(_ request: Request, context: AppContext) async throws -> NoticeReceipts {
        try await store.receipts(of: context.eventID(), by: context.account())
    }

    func unseen(_ request: Request, context: AppContext) async throws -> Page<Author> {
        try await store.unseen(of: context.eventID(), page: request.query().page(), by: context.account())
    }
}
