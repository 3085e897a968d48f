import NoteItCore

/// Who may join a course, who waits, and the removal of members.
extension APIClient {
    public func joining(of course: Course.ID) async throws -> CourseJoining {
        try await send(Call(.GET, "v1", "courses", course.text, "joining"))
    }

    /// - Parameter rule: nil for the rule of the server. Throws `.problem` with 403 unless I am staff of the whole course.
    public func setJoining(_ rule: JoiningRule?, of course: Course.ID) async throws -> CourseJoining {
        try await send(
            Call(.PUT, "v1", "courses", course.text, "joining").with(body: JoiningChoice(rule), repeatable: true))
    }

    /// Longest first. Throws `.problem` with 403 unless I am staff of the course.
    public func applicants(of course: Course.ID) async throws -> [Applicant] {
        try await all(Call(.GET, "v1", "courses", course.text, "join-requests"))
    }

    /// Throws `.problem` with 404 if the person does not wait there.
    public func decide(_ decision: JoinDecision, on person: AccountReference, in course: Course.ID) async throws {
        _ = try await send(
            Call(.PATCH, "v1", "courses", course.text, "join-requests", person.description).with(body: decision))
    }

    /// Throws `.problem` with 404 if the person is not there, 409 if they are staff.
    public func removeMember(
        _ person: AccountReference, from course: Course.ID, section: Section.ID?, reason: String?
    ) async throws {
        _ = try await send(
            Call(.DELETE, "v1", "courses", course.text, "members", person.description)
                .with(["section": section?.text, "reason": reason]))
    }
}
