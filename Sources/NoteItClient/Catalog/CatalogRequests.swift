import NoteItCore

/// The catalog.
extension APIClient {
    /// All terms, newest first.
    public func terms() async throws -> [Term] { try await all(Call(.GET, "v1", "terms")) }

    public func subjects(of term: Term.ID) async throws -> [Subject] {
        try await all(Call(.GET, "v1", "terms", term.text, "subjects"))
    }

    public func courses(
        of term: Term.ID, matching query: CourseQuery = CourseQuery(), page: PageRequest = PageRequest()
    ) async throws -> Page<CourseSummary> {
        try await send(
            Call(.GET, "v1", "terms", term.text, "courses").with(page).with([
                "subject": query.subject, "number": query.number, "q": query.text, "attribute": query.attribute,
                "open": query.open.map(String.init),
            ]))
    }

    /// A course with its sections. Throws `.problem` with 404.
    public func course(_ id: Course.ID) async throws -> Course { try await send(Call(.GET, "v1", "courses", id.text)) }
}

/// Enrollments.
extension APIClient {
    public func enrollments() async throws -> [Enrollment] { try await all(Call(.GET, "v1", "me", "enrollments")) }

    /// Enrolls in all sections or in none; being in some already is not an error. Returns all enrollments afterwards.
    @discardableResult
    public func enroll(in sections: [Section.ID]) async throws -> [Enrollment] {
        let call = Call(.POST, "v1", "me", "enrollments")
        let held: Page<Enrollment> = try await send(call.with(body: EnrollRequest(sections: sections), repeatable: true))
        return held.items
    }

    /// Throws `.problem` with 404 if I am not in the section.
    public func drop(_ section: Section.ID) async throws {
        _ = try await send(Call(.DELETE, "v1", "me", "enrollments", section.text))
    }
}
