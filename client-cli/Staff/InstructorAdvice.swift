import NoteItClient
import NoteItCore
import NoteItTerminal

/// How an instructor who is on no staff yet gets there: the role of an account alone gives no rights in a course.
struct InstructorAdvice {
    private static let mostCourses = 20

    private let account: Account
    private let context: CommandContext

    init(_ account: Account, _ context: CommandContext) { (self.account, self.context) = (account, context) }

    /// Says where the catalog names the person, and whom to ask. Says nothing to others, and to people on a staff.
    func say() async throws {
        guard account.role == .instructor, context.form == .pretty,
            try await !context.client.enrollments().contains(where: { $0.role == .staff })
        else { return }
        let grant = "noteitd staff grant \(account.email.quotedForShell)"
        let courses = try await taught()
        if courses.isEmpty {
            context.say("You are not on the staff of a course yet. Ask the admin of this server: \(grant) COURSE")
        } else {
            context.say("You are not on the staff of a course yet. The catalog names \(account.displayName) in:")
            for (course, codes) in courses { context.say(Styled("  \(course.code) \(codes.joined(separator: ", "))", .strong)) }
            context.say("Ask the admin of this server to make you staff there:")
            for (course, codes) in courses { context.say("  \(grant) \(course.id) --section \(codes.joined(separator: ","))") }
        }
        let other = "noteit staff grant \(account.email.quotedForShell) COURSE"
        context.say(Styled("Staff of a course can do it too: \(other)", .faint))
        context.say(Styled("With noteit course add you would join as a student.", .faint))
    }

    /// The courses of the current term whose sections the catalog gives to a person of this name.
    private func taught() async throws -> [(Course, [String])] {
        guard let term = try? await context.client.terms().first(where: \.current) else { return [] }
        let key = InstructorEmail.key(account.displayName)
        var found: [(Course, [String])] = []
        let query = CourseQuery(text: account.displayName)
        let page = PageRequest(limit: Self.mostCourses)
        for summary in try await context.client.courses(of: term.id, matching: query, page: page).items {
            let course = try await context.client.course(summary.id)
            let sections = course.sections.filter { $0.instructors.contains { InstructorEmail.key($0) == key } }
            if !sections.isEmpty { found.append((course, sections.map(\.code))) }
        }
        return found
    }
}
