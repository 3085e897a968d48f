import NoteItCore

extension APIClient {
    /// All terms, newest first.
    public func terms() async throws -> [Term] { try await all(Call(.GET, "v1", "terms")) }

    public func subjects(of term: Term.ID) async throws -> [Subject] {
        try await all(Call(.GET, "v1", "terms", term.text, "subjects"))
    }

    public func courses(
        of term: Term.ID, matching query: CourseQuery = CourseQuery(), page: PageRequest = PageRequest()
    ) async throws -> Page<CourseSummary> {
        try await send(Self.courses(of: term, matching: query).with(page))
    }

    /// All pages of the same.
    public func allCourses(of term: Term.ID, matching query: CourseQuery = CourseQuery()) async throws -> [CourseSummary] {
        try await all(Self.courses(of: term, matching: query))
    }

    private static func courses(of term: Term.ID, matching query: CourseQuery) -> Call {
        Call(.GET, "v1", "terms", term.text, "courses").with([
            "subject": query.subject, "number": query.number, "q": query.text, "attribute": query.attribute,
            "open": query.open.map(String.init),
        ])
    }

    /// A course with its sections. Throws `.problem` with 404.
    public func course(_ id: Course.ID) async throws -> Course { try await send(Call(.GET, "v1", "courses", id.text)) }
}

/// Enrollments.
extension APIClient {
    public func enrollments() async throws -> [Enrollment] { try await all(Call(.GET, "v1", "me", "enrollments")) }

    /// The sections for which I wait, longest first.
    public func joinRequests() async throws -> [JoinRequest] {
        let list: EnrollmentList = try await send(Call(.GET, "v1", "me", "enrollments"))
        return list.waiting ?? []
    }

    /// Enrolls in the sections that admit me and asks the staff of the others; being in some already is not an error. Returns
    /// all that I hold and wait for afterwards.
    @discardableResult
    public func enroll(in sections: [Section.ID]) async throws -> EnrollmentList {
        let call = Call(.POST, "v1", "me", "enrollments")
        return try await send(call.with(body: EnrollRequest(sections: sections), repeatable: true))
    }

    /// Takes a request back if I only wait for the section. Throws `.problem` with 404 if I am not in the section.
    public func drop(_ section: Section.ID) async throws {
        _ = try await send(Call(.DELETE, "v1", "me", "enrollments", section.text))
    }
}
