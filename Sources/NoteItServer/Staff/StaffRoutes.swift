import Hummingbird
import NoteItCore

/// The staff and the roster of a course.
struct StaffRoutes {
    let store: any Store

    var routes: Routes {
        Routes()
            .get("/v1/courses/:course/staff", token: .read(.course), use: list)
            .put("/v1/courses/:course/staff/:account", limit: .own, use: grant)
            .delete("/v1/courses/:course/staff/:account", limit: .own, use: revoke)
            .get("/v1/courses/:course/roster", use: roster)
    }

    func list(_ request: Request, context: AppContext) async throws -> Page<Member> {
        let (caller, course, page) = try (context.requireCaller(), context.courseID(), request.query().page())
        return try Page(of: try await store.staff(of: course, by: caller.account), page) { $0.id.description }
    }

    func grant(_ request: Request, context: AppContext) async throws -> EditedResponse<Member> {
        let (caller, course) = try (context.requireCaller(), context.courseID())
        let wanted = try await request.decode(as: StaffGrant.self, context: context).validated()
        let (member, created) = try await store.grantStaff(
            to: try context.person("account"), in: course, sections: wanted.sections ?? [], by: caller.account)
        return EditedResponse(status: created ? .created : .ok, response: member)
    }

    func revoke(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let (caller, course) = try (context.requireCaller(), context.courseID())
        try await store.revokeStaff(
            of: try context.person("account"), in: course,
            sections: [try request.query().text("section")].compactMap { $0.map { Section.ID($0) } },
            by: caller.account)
        return .noContent
    }

    func roster(_ request: Request, context: AppContext) async throws -> Page<Member> {
        let (caller, course, query) = try (context.requireCaller(), context.courseID(), request.query())
        let wanted = RosterQuery(
            role: try query.choice("role"), section: try query.text("section").map { Section.ID($0) }, text: try query.text("q")
        )
        let page = try query.page()
        let read = { @Sendable in try await store.roster(of: course, matching: wanted, page: page, by: caller.account) }
        return wanted.text == nil ? try await read() : try await context.longRead(read)
    }
}

extension AppContext {
    /// A part of the path that names a person. Throws `.notFound` if it does not read as a name.
    func person(_ name: String) throws -> AccountReference {
        let text = try path(name)
        guard let person = AccountReference(text) else { throw DomainError.notFound("account \(text.prefix(64))") }
        return person
    }
}
