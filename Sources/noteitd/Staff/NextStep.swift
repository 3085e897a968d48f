import NoteItCore
import NoteItStore

extension SQLStore {
    /// Says how an instructor who is on no staff gets there: the role alone gives no rights in a course. Where the catalog
    /// names a person of that name, it prints the commands; a name is no proof, so nothing is granted.
    func sayNextStep(of instructor: Account) async throws {
        guard try await !enrollments(of: instructor.id).contains(where: { $0.role == .staff }) else { return }
        let grant = "noteitd staff grant \(instructor.email.quotedForShell)"
        var courses: [Course] = []
        if let term = try await currentTerm() { courses = try await taught(by: instructor.displayName, in: term.id) }
        guard !courses.isEmpty else {
            return announce("To make them staff of a course: \(grant) COURSE --section SECTIONS")
        }
        announce("The catalog names \(instructor.displayName) there. To make this person staff:")
        for course in courses {
            announce("  \(grant) \(course.id) --section \(course.sections.map(\.code).joined(separator: ","))")
        }
    }
}
