import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit course drop`.
struct CourseDrop: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop",
        abstract: "Leave a course, or some of its sections.",
        discussion: """
            A request to join that its staff have not answered is taken back. Posts that you could see only there disappear \
            from all your devices. Your own posts stay for the class. Asks first, unless --yes is given.

            Examples:
              noteit course drop CMPT225                 all your sections of it
              noteit course drop CMPT225 D101            only this section
            """)

    @Argument(help: "Course, such as CMPT225.", completion: Completions.courses) var course: String
    @Argument(help: "Sections, such as D101; without any, all yours.", completion: Completions.sections) var sections:
        [String] = []
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let words = CourseWords(course, sections)
        let course: Course
        do {
            course = try await context.myCourse(words.course)
        } catch let complaint as Complaint {
            if try await context.withdrawRequests(words.course, words.rest) { return }
            throw complaint
        }
        let leaving = try await held(in: course, context, named: words.rest)
        let codes = leaving.map(\.code).joined(separator: ", ")
        if !yes { try context.confirm("leave", "\(course.name) \(codes)") }
        for section in leaving { try await context.client.drop(section.id) }
        try await context.refresh()
        context.say(Styled("Left \(course.name) \(codes).", .good))
    }

    private func held(in course: Course, _ context: CommandContext, named names: [String]) async throws -> [Section] {
        let mine = Set(try await context.copy.enrollments().filter { $0.course == course.id }.compactMap(\.section))
        let held = course.sections.filter { mine.contains($0.id) }
        guard !held.isEmpty else {
            throw Complaint("You are staff of \(course.name): only an admin or other staff can take you off it.")
        }
        if names.isEmpty { return held }
        let wanted = try context.sections(names, of: course)
        if let stranger = wanted.first(where: { !mine.contains($0.id) }) {
            throw Complaint(
                "You are not in \(course.name) \(stranger.code).",
                advice: ["Yours: \(held.map(\.code).joined(separator: ", "))"])
        }
        return wanted
    }
}
