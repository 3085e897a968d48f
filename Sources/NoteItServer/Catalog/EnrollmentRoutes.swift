import Hummingbird
import NoteItCore

/// One's own sections.
struct EnrollmentRoutes {
    let store: any Store

    var routes: RouteCollection<AppContext> {
        RouteCollection(context: AppContext.self)
            .get(use: list)
            .post(use: enroll)
            .delete(":section", use: drop)
    }

    func list(_ request: Request, context: AppContext) async throws -> Page<Enrollment> {
        let (caller, page) = try (context.requireCaller(), request.query().page())
        return try Page(of: try await store.enrollments(of: caller.account), page, by: \.scope)
    }

    /// Answers with every enrollment held afterwards; `201` if one of them is new.
    func enroll(_ request: Request, context: AppContext) async throws -> EditedResponse<Page<Enrollment>> {
        let caller = try context.requireCaller()
        let wanted = try await request.decode(as: EnrollRequest.self, context: context).validated()
        let before = Set(try await store.enrollments(of: caller.account).map(\.scope))
        let held = try await store.enroll(caller.account, in: wanted.sections)
        let isNew = wanted.sections.contains { !before.contains($0) }
        return EditedResponse(status: isNew ? .created : .ok, response: Page(items: held))
    }

    func drop(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let (caller, section) = try (context.requireCaller(), context.path("section"))
        try await store.drop(caller.account, section: section)
        return .noContent
    }
}
