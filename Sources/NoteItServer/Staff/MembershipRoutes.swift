import Hummingbird
import NoteItCore

/// Who may join a course, who waits to be let in, and the removal of members.
struct MembershipRoutes {
    let store: any Store
    /// The rule of courses whose staff chose none.
    let standard: JoiningRule

    var routes: Routes {
        Routes()
            .get("/v1/courses/:course/joining", use: joining)
            .put("/v1/courses/:course/joining", limit: .own, use: setJoining)
            .get("/v1/courses/:course/join-requests", use: applicants)
            .patch("/v1/courses/:course/join-requests/:account", limit: .own, use: decide)
            .delete("/v1/courses/:course/members/:account", limit: .own, use: remove)
    }

    func joining(_ request: Request, context: AppContext) async throws -> CourseJoining {
        _ = try context.requireCaller()
        return try await store.joining(of: context.courseID(), standard: standard)
    }

    func setJoining(_ request: Request, context: AppContext) async throws -> CourseJoining {
        let (caller, course) = try (context.requireCaller(), context.courseID())
        let rule = try await request.decode(as: JoiningChoice.self, context: context).rule()
        return try await store.setJoining(rule, of: course, standard: standard, by: caller.account)
    }

    func applicants(_ request: Request, context: AppContext) async throws -> Page<Applicant> {
        let (caller, course, page) = try (context.requireCaller(), context.courseID(), request.query().page())
        return try Page(of: try await store.applicants(of: course, by: caller.account), page, by: \.id.description)
    }

    func decide(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let (caller, course) = try (context.requireCaller(), context.courseID())
        let decision = try await request.decode(as: JoinDecision.self, context: context).validated()
        try await store.decide(decision, on: try context.person("account"), in: course, by: caller.account)
        return .noContent
    }

    func remove(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let (caller, course, query) = try (context.requireCaller(), context.courseID(), request.query())
        try await store.removeMember(
            try context.person("account"), from: course, section: try query.text("section").map { Section.ID($0) },
            reason: try query.text("reason"), by: caller.account)
        return .noContent
    }
}
