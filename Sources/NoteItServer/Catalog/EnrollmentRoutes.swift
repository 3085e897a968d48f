import Hummingbird
import NoteItCore

/// The sections that the caller is enrolled in.
struct EnrollmentRoutes {
    let store: any Store

    var routes: Routes {
        // Joining or leaving a course changes all that a person may see in it.
        Routes()
            .get("/v1/me/enrollments", use: list)
            .post("/v1/me/enrollments", limit: .posts, use: enroll)
            .delete("/v1/me/enrollments/:section", limit: .posts, use: drop)
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
        let isNew = wanted.sections.contains { !before.contains($0.text) }
        return EditedResponse(status: isNew ? .created : .ok, response: Page(items: held))
    }

    func drop(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        try await store.drop(context.account(), section: context.sectionID())
        return .noContent
    }
}
