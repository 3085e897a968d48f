import NoteItCore

/// Who is in what.
extension APIClient {
    public func enrollments() async throws -> [Enrollment] { try await all(Call(.GET, "v1", "me", "enrollments")) }

    /// All or none; sections already held are no error. Returns every enrollment held afterwards.
    @discardableResult
    public func enroll(in sections: [Section.ID]) async throws -> [Enrollment] {
        let call = Call(.POST, "v1", "me", "enrollments")
        let held: Page<Enrollment> = try await send(
            call.with(body: EnrollRequest(sections: sections), repeatable: true))
        return held.items
    }

    /// Throws `.problem` with 404 if the section is not held.
    public func drop(_ section: Section.ID) async throws {
        _ = try await send(Call(.DELETE, "v1", "me", "enrollments", section))
    }
}
