import NoteItCore

/// Who answers for a course, and who is in it.
extension APIClient {
    /// Those who have been staff longest first; emails are there for staff and admins alone.
    public func staff(of course: Course.ID) async throws -> [Member] {
        try await all(Call(.GET, "v1", "courses", course, "staff"))
    }

    /// Everyone in the course, by name, as far as one's own scope reaches. Throws `.problem` with 403 for who is not of its staff.
    public func roster(of course: Course.ID, matching query: RosterQuery = RosterQuery()) async throws -> [Member] {
        try await all(
            Call(.GET, "v1", "courses", course, "roster").with([
                "role": query.role?.rawValue, "section": query.section, "q": query.text,
            ]))
    }

    /// Makes somebody staff of the given sections, or, with none, of the whole course.
    public func grantStaff(
        to person: AccountReference, in course: Course.ID, sections: [Section.ID]
    ) async throws -> Member {
        try await send(
            Call(.PUT, "v1", "courses", course, "staff", person.description)
                .with(body: StaffGrant(sections: sections.isEmpty ? nil : sections), repeatable: true))
    }

    /// Takes one section's place on the staff, or, with none, all of them in the course. Throws `.problem` with 404 if none is held.
    public func revokeStaff(of person: AccountReference, in course: Course.ID, section: Section.ID? = nil) async throws {
        _ = try await send(
            Call(.DELETE, "v1", "courses", course, "staff", person.description).with(["section": section]))
    }
}
