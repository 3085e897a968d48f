import Hummingbird
import NoteItCore

/// The posts of a course.
struct EventRoutes {
    let store: any Store
    let pages: PageCache

    var routes: Routes {
        Routes()
            .get("/v1/courses/:course/events", token: .read(.course), use: list)
            .post("/v1/courses/:course/events", limit: .posts, token: .post(.course), use: post)
            .get("/v1/events/:event", token: .read(.event), use: show)
            .get("/v1/events/:event/due-history", token: .read(.event), use: dueHistory)
            .patch("/v1/events/:event", limit: .posts, token: .post(.event), use: edit)
            .delete("/v1/events/:event", limit: .unlimited, token: .post(.event), use: delete)
    }

    func list(_ request: Request, context: AppContext) async throws -> Response {
        let (caller, course, query) = try (context.requireCaller(), context.courseID(), request.query())
        let (wanted, page) = try (EventQuery(query), query.page())
        if let number = try query.whole("number", in: 1...Int(Int32.max)) {
            return try JSONBody.response(try await store.events(numbered: number, in: course, by: caller.account))
        }
        let fetch = { @Sendable in try await store.events(in: course, matching: wanted, page: page, by: caller.account) }
        // `q` scans every text.
        let read = { wanted.text == nil ? try await fetch() : try await context.longRead(fetch) }
        if wanted.text == nil { try await context.share?.reservePage() }
        // Reading alone changes what is unread, so a kept page would be stale.
        if wanted.unread != nil { return try JSONBody.response(try await read()) }
        return try await pages.page(request, for: caller.account, of: course, read: read)
    }

    func post(_ request: Request, context: AppContext) async throws -> EditedResponse<Event> {
        let (caller, course) = try (context.requireCaller(), context.courseID())
        let new = try await request.decode(as: NewEvent.self, context: context).validated()
        let (event, created) = try await store.post(new, in: course, by: caller.account)
        return EditedResponse(event, created: created, at: "/v1/events/\(event.id)")
    }

    func show(_ request: Request, context: AppContext) async throws -> EditedResponse<Event> {
        EditedResponse(try await store.event(context.eventID(), by: context.account()))
    }

    func dueHistory(_ request: Request, context: AppContext) async throws -> Response {
        let (caller, id, page) = try (context.requireCaller(), context.eventID(), request.query().page())
        return try JSONBody.response(try await store.dueHistory(of: id, page: page, by: caller.account))
    }

    func edit(_ request: Request, context: AppContext) async throws -> EditedResponse<Event> {
        let (caller, id) = try (context.requireCaller(), context.eventID())
        let patch = try await request.decode(as: EventPatch.self, context: context).validated()
        return EditedResponse(try await store.edit(id, with: patch, ifRev: Revision.demanded(by: request), by: caller.account))
    }

    func delete(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let (caller, id, reason) = try (context.requireCaller(), context.eventID(), request.query().text("reason"))
        try await store.delete(id, reason: reason, ifRev: Revision.demanded(by: request), by: caller.account)
        return .noContent
    }
}

extension EventQuery {
    fileprivate init(_ query: Query) throws {
        self.init(
            kind: try query.choice("kind"), tag: try query.text("tag"), text: try query.text("q", most: 100),
            from: try query.day("from"), to: try query.day("to"), author: try query.identifier("author"),
            open: try query.flag("open"), mine: try query.flag("mine"), unread: try query.flag("unread"),
            pinned: try query.flag("pinned"))
    }
}
