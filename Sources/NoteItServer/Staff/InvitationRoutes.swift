import Foundation
import Hummingbird
import NoteItCore

/// Invitations: staff and admins make and revoke them, people use them. A code comes in a body, never in an address.
struct InvitationRoutes {
    let store: any Store
    let throttle: SignInThrottle
    let now: @Sendable () -> Date

    var routes: Routes {
        Routes()
            .get("/v1/courses/:course/invitations", use: listOfCourse)
            .post("/v1/courses/:course/invitations", limit: .own, use: makeForCourse)
            .get("/v1/invitations", use: list)
            .post("/v1/invitations", limit: .own, use: make)
            .delete("/v1/invitations/:invitation", limit: .own, use: revoke)
            // Joining a course changes all that a person may see in it.
            .post("/v1/invitations/use", limit: .posts, use: use)
    }

    /// A code of 100 bits cannot be guessed; an address may try often, and not without end.
    var openRoutes: Routes { Routes().post("/v1/invitations/preview", limit: .byHandler, use: preview) }

    func listOfCourse(_ request: Request, context: AppContext) async throws -> Page<Invitation> {
        try await list(of: context.courseID(), request, context)
    }

    func list(_ request: Request, context: AppContext) async throws -> Page<Invitation> {
        try await list(of: nil, request, context)
    }

    private func list(of course: Course.ID?, _ request: Request, _ context: AppContext) async throws -> Page<Invitation> {
        let (caller, page) = try (context.requireCaller(), request.query().page())
        return try Page(of: try await store.invitations(to: course, by: caller.account), page, by: \.id.description)
    }

    func makeForCourse(_ request: Request, context: AppContext) async throws -> EditedResponse<MadeInvitation> {
        try await make(for: context.courseID(), request, context)
    }

    func make(_ request: Request, context: AppContext) async throws -> EditedResponse<MadeInvitation> {
        try await make(for: nil, request, context)
    }

    private func make(
        for course: Course.ID?, _ request: Request, _ context: AppContext
    ) async throws -> EditedResponse<MadeInvitation> {
        let caller = try context.requireCaller()
        let new = try await request.decode(as: NewInvitation.self, context: context).validated(now: now())
        if course == nil {
            if new.role == .staff { throw DomainError.invalid("role", "must be left out of an invitation without a course") }
            if new.section != nil {
                throw DomainError.invalid("section", "must be left out of an invitation without a course")
            }
        }
        let code = ResetCode.make()
        let invitation = try await store.invite(new, to: course, codeHash: ResetCode.hash(code), by: caller.account)
        return EditedResponse(status: .created, response: MadeInvitation(invitation: invitation, code: code))
    }

    func revoke(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        try await store.revokeInvitation(context.identifier("invitation"), by: context.account())
        return .noContent
    }

    func preview(_ request: Request, context: AppContext) async throws -> InvitationPreview {
        let entered = try await request.decode(as: InvitationCode.self, context: context.beforeSignIn).validated()
        try await throttle.beginPreview(from: context.address)
        return try await store.preview(codeHash: ResetCode.hash(entered.code), email: nil)
    }

    /// Answers with every enrollment held afterwards: `201` if one of them is new.
    func use(_ request: Request, context: AppContext) async throws -> EditedResponse<EnrollmentList> {
        let caller = try context.requireCaller()
        let entered = try await request.decode(as: InvitationCode.self, context: context).validated()
        let joining = try await store.use(
            codeHash: ResetCode.hash(entered.code), sections: entered.sections ?? [], by: caller.account)
        return EditedResponse(status: joining.hasJoined ? .created : .ok, response: joining.list)
    }
}

extension MadeInvitation: ResponseEncodable {}
extension InvitationPreview: ResponseEncodable {}
