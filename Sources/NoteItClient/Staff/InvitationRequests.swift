import NoteItCore

extension APIClient {
    /// Makes an invitation; its code is shown only now. Throws `.problem` with 403 if I may not invite there.
    /// - Parameter course: nil for an account alone.
    public func invite(_ new: NewInvitation, to course: Course.ID?) async throws -> MadeInvitation {
        let call = course.map { Call(.POST, "v1", "courses", $0.text, "invitations") } ?? Call(.POST, "v1", "invitations")
        return try await send(call.with(body: new))
    }

    /// Newest first.
    /// - Parameter course: nil for those for accounts alone.
    public func invitations(to course: Course.ID?) async throws -> [Invitation] {
        try await all(course.map { Call(.GET, "v1", "courses", $0.text, "invitations") } ?? Call(.GET, "v1", "invitations"))
    }

    public func revoke(_ invitation: Invitation.ID) async throws {
        _ = try await send(Call(.DELETE, "v1", "invitations", invitation.description))
    }

    /// What a code leads to. Throws `.problem` with 404 for an unknown code, 409 for one that is used up, expired or revoked.
    public func preview(code: String) async throws -> InvitationPreview {
        try await send(
            Call(.POST, "v1", "invitations", "preview", signedIn: false)
                .with(body: InvitationCode(code: code), repeatable: true))
    }

    /// Uses a code. Throws `.problem` as `preview`, 403 if it is for another person, 422 if I must choose sections.
    public func useInvitation(code: String, sections: [Section.ID]) async throws -> EnrollmentList {
        try await send(
            Call(.POST, "v1", "invitations", "use")
                .with(body: InvitationCode(code: code, sections: sections.isEmpty ? nil : sections), repeatable: true))
    }
}
