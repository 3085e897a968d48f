import Foundation

/// A person's place in a course: in one section, or, for staff, in all of them.
public struct Enrollment: Codable, Equatable, Sendable {
    public enum Role: String, Codable, Sendable, CaseIterable { case student, staff }

    /// Nil for staff of the whole course.
    @Nullable public var section: Section.ID?
    public var course: Course.ID
    public var role: Role
    public var since: Date

    public init(section: Section.ID?, course: Course.ID, role: Role, since: Date) {
        self.section = section
        self.course = course
        self.role = role
        self.since = since
    }

    /// The id of the enrollment among one person's: the section, or the course for all its sections.
    public var scope: String { section?.text ?? course.text }
}

extension Enrollment: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("course", course)
        json.field("role", role)
        json.field("section", section)
        json.field("since", since)
    }
}

extension Enrollment.Role: JSONWritable {}

/// `POST /v1/me/enrollments`.
public struct EnrollRequest: Codable, Sendable {
    public var sections: [Section.ID]

    public init(sections: [Section.ID]) { self.sections = sections }

    public func validated() throws(DomainError) -> Self {
        guard (1...50).contains(sections.count) else { throw .invalid("sections", "must list 1 to 50 section ids") }
        return self
    }
}
