import Hummingbird
import NoteItCore

/// The sections that the caller is enrolled in.
struct EnrollmentRoutes {
    let store: any Store
    /// The rule of courses whose staff chose none.
    let standard: JoiningRule

    var routes: Routes {
        // Joining or leaving a course changes all that a person may see in it.
        Routes()
            .get("/v1/me/enrollments", token: .read(.everywhere), use: list)
            .post("/v1/me/enrollments", limit: .posts, use: enroll)
            .delete("/v1/me/enrollments/:section", limit: .posts, use: drop)
    }

    func list(_ request: Request, context: AppContext) async throws -> EnrollmentList {
        let (caller, page) = try (context.requireCaller(), request.query().page())
        return EnrollmentList(
            try Page(of: try await store.enrollments(of: caller.account), page, by: \.scope),
            waiting: page.after == nil ? try await store.joinRequests(of: caller.account) : [])
    }

    /// Answers with every enrollment held afterwards: `201` if one of them is new, `202` if the person only waits.
    func enroll(_ request: Request, context: AppContext) async throws -> EditedResponse<EnrollmentList> {
        let caller = try context.requireCaller()
        let wanted = try await request.decode(as: EnrollRequest.self, context: context).validated()
        let joining = try await store.enroll(caller.account, in: wanted.sections, dropping: [], standard: standard)
        return EditedResponse(
            status: joining.hasJoined ? .created : joining.isWaiting ? .accepted : .ok, response: joining.list)
    }

    func drop(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        try await store.drop(context.account(), section: context.sectionID())
        return .noContent
    }
}

extension Joining {
    var list: EnrollmentList { EnrollmentList(Page(items: enrollments), waiting: waiting) }
}
