/// The wording of each `403` about enrollment, and of fields that name sections and courses.
extension DomainError {
    public static func notSection(_ section: Section.ID, of course: Course.ID, in field: String = "sections") -> Self {
        .invalid(field, "\(section.shown) is not a section of \(course)")
    }

    public static func notOwnCourse(_ course: Course.ID) -> Self { .invalid([.notOwnCourse(course)]) }

    public static func notEnrolled(in course: Course.ID) -> Self {
        .forbidden("You are not enrolled in \(course). Enroll in one of its sections first.")
    }

    public static func staffNotStudent(of section: Section.ID) -> Self {
        .forbidden("You are staff of \(section), not a student: noteit staff revoke takes that back.")
    }
}

extension FieldError {
    public static func notOwnCourse(_ course: Course.ID, in field: String = "course") -> Self {
        FieldError(field: field, detail: "must be a course that you are in; \(course.shown) is not one")
    }
}
