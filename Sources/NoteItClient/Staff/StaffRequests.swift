import NoteItCore

/// The staff and the members of a course.
extension APIClient {
    /// The staff, longest-serving first. Only staff and admins get emails.
    public func staff(of course: Course.ID) async throws -> [Member] {
        try await all(Call(.GET, "v1", "courses", course.text, "staff"))
    }

    /// The members whom I may see, by name. Throws `.problem` with 403 unless I am staff of the course.
    public func roster(of course: Course.ID, matching query: RosterQuery = RosterQuery()) async throws -> [Member] {
        try await all(
            Call(.GET, "v1", "courses", course.text, "roster").with([
                "role": query.role?.rawValue, "section": query.section?.text, "q": query.text,
            ]))
    }

    /// Makes a person staff of these sections; without sections, of the whole course.
    public func grantStaff(to person: AccountReference, in course: Course.ID, sections: [Section.ID]) async throws -> Member {
        try await send(
            Call(.PUT, "v1", "courses", course.text, "staff", person.description)
                .with(body: StaffGrant(sections: sections.isEmpty ? nil : sections), repeatable: true))
    }

    /// Takes a person off the staff of a section; without a section, of the whole course and all sections. Throws `.problem`
    /// with 404 if they are not staff there.
    public func revokeStaff(of person: AccountReference, in course: Course.ID, section: Section.ID? = nil) async throws {
        _ = try await send(
            Call(.DELETE, "v1", "courses", course.text, "staff", person.description).with(["section": section?.text]))
    }
}
