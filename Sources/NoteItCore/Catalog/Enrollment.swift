import Foundation

/// A person's place in a course: in one section, or, for staff, in all of them.
public struct Enrollment: Codable, Equatable, Sendable, Memberwise, JSONObject {
    public enum Role: String, Codable, Sendable, CaseIterable { case student, staff }

    /// The section; nil for staff of the whole course.
    @Nullable public var section: Section.ID?
    public var course: Course.ID
    public var role: Role
    public var since: Date

    /// The id of the enrollment among one person's: the section, or the course for all its sections.
    public var scope: String { section?.text ?? course.text }
}

extension Enrollment.Role: JSONWritable {}

/// `POST /v1/me/enrollments`.
public struct EnrollRequest: Codable, Sendable, Memberwise, Validated {
    public var sections: [Section.ID]

    public func check(_ faults: inout Faults) {
        if !(1...50).contains(sections.count) { faults.check("sections", "must list 1 to 50 section ids") }
    }
}
