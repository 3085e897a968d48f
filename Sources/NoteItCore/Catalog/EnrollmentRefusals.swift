/// The wording of each `403` about enrollment.
extension DomainError {
    public static func notEnrolled(in course: Course.ID) -> Self {
        .forbidden("You are not enrolled in \(course). Enroll in one of its sections first.")
    }

    public static func staffNotStudent(of section: Section.ID) -> Self {
        .forbidden("You are staff of \(section), not a student: noteit staff revoke takes that back.")
    }
}
