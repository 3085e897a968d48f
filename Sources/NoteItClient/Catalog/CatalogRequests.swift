import NoteItCore

/// The catalog.
extension APIClient {
    /// Newest first.
    public func terms() async throws -> [Term] { try await all(Call(.GET, "v1", "terms")) }

    public func subjects(of term: Term.ID) async throws -> [Subject] {
        try await all(Call(.GET, "v1", "terms", term, "subjects"))
    }

    public func courses(
        of term: Term.ID, matching query: CourseQuery = CourseQuery(), page: PageRequest = PageRequest()
    ) async throws -> Page<CourseSummary> {
        try await send(
            Call(.GET, "v1", "terms", term, "courses").with(page).with([
                "subject": query.subject, "number": query.number, "q": query.text, "attribute": query.attribute,
                "open": query.open.map(String.init),
            ]))
    }

    /// A course with its sections. Throws `.problem` with 404.
    public func course(_ id: Course.ID) async throws -> Course { try await send(Call(.GET, "v1", "courses", id)) }
}
