import Hummingbird
import NoteItCore

/// What is said in a course.
struct EventRoutes {
    let store: any Store
    let pages: KeptPages

    var routes: RouteCollection<AppContext> {
        RouteCollection(context: AppContext.self)
            .get("courses/:course/events", use: list)
            .post("courses/:course/events", use: post)
            .get("events/:event", use: show)
            .get("events/:event/due-history", use: dueHistory)
            .patch("events/:event", use: edit)
            .delete("events/:event", use: delete)
    }

    func list(_ request: Request, context: AppContext) async throws -> Response {
        let (caller, course, query) = try (context.requireCaller(), context.path("course"), request.query())
        let wanted = EventQuery(
            kind: try query.choice("kind"), tag: try query.text("tag"), text: try query.text("q", most: 100),
            from: try query.day("from"), to: try query.day("to"), author: try query.identifier("author"),
            open: try query.flag("open"), mine: try query.flag("mine"), unread: try query.flag("unread"))
        let page = try query.page()
        if let number = try query.whole("number", in: 1...Int(Int32.max)) {
            return try JSONBody.response(try await numbered(number, in: course, by: caller.account))
        }
        let read = { @Sendable in try await store.events(in: course, matching: wanted, page: page, by: caller.account) }
        // For `q`, every text is looked at.
        let isLong = wanted.text != nil
        if !isLong { try await context.share?.room() }
        // What one has seen changes by oneself alone, without a change in the course.
        if wanted.unread != nil {
            return try JSONBody.response(isLong ? try await context.readingAtLength(read) : try await read())
        }
        return try await pages.page(request, for: caller.account, of: course) {
            isLong ? try await context.readingAtLength(read) : try await read()
        }
    }

    func post(_ request: Request, context: AppContext) async throws -> EditedResponse<Event> {
        let (caller, course) = try (context.requireCaller(), context.path("course"))
        let new = try await request.decode(as: NewEvent.self, context: context).validated()
        let (event, created) = try await store.post(new, in: course, by: caller.account)
        return EditedResponse(
            status: created ? .created : .ok,
            headers: .revision(event.rev, location: created ? "/v1/events/\(event.id)" : nil), response: event)
    }

    func show(_ request: Request, context: AppContext) async throws -> EditedResponse<Event> {
        let caller = try context.requireCaller()
        let event = try await store.event(try context.identifier("event", of: "event"), by: caller.account)
        return EditedResponse(headers: .revision(event.rev), response: event)
    }

    func dueHistory(_ request: Request, context: AppContext) async throws -> Response {
        let (caller, page) = try (context.requireCaller(), request.query().page())
        let id: Event.ID = try context.identifier("event", of: "event")
        return try JSONBody.response(try await store.dueHistory(of: id, page: page, by: caller.account))
    }

    func edit(_ request: Request, context: AppContext) async throws -> EditedResponse<Event> {
        let caller = try context.requireCaller()
        let id: Event.ID = try context.identifier("event", of: "event")
        let patch = try await request.decode(as: EventPatch.self, context: context).validated()
        let event = try await store.edit(id, with: patch, ifRev: Revision.demanded(by: request), by: caller.account)
        return EditedResponse(headers: .revision(event.rev), response: event)
    }

    func delete(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let (caller, reason) = try (context.requireCaller(), request.query().text("reason"))
        let id: Event.ID = try context.identifier("event", of: "event")
        try await store.delete(id, reason: reason, ifRev: Revision.demanded(by: request), by: caller.account)
        return .noContent
    }

    /// The event that people call `CMPT225#42`, in the shape of a list; an empty one if `account` sees none of that number.
    private func numbered(_ number: Int, in course: Course.ID, by account: Account.ID) async throws -> DuePage {
        guard let event = try await found(number, in: course, by: account) else { return DuePage(sections: [], next: nil) }
        let term = try await store.course(course).term
        let zone = try await store.terms().first { $0.id == term }?.zone ?? .gmt
        return DuePage(sections: [DueSection(due: event.due.map { Day($0, in: zone) }, events: [event])], next: nil)
    }

    private func found(_ number: Int, in course: Course.ID, by account: Account.ID) async throws -> Event? {
        do {
            return try await store.event(number: number, in: course, by: account)
        } catch DomainError.notFound {
            _ = try await store.course(course)
            return nil
        }
    }
}
