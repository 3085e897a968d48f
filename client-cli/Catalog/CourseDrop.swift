import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit course drop`.
struct CourseDrop: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop",
        abstract: "Leave a course, or some of its sections.",
        discussion: """
            What you could see by being in them disappears from this machine and from your other devices; what you \
            wrote stays for the class. Asks first, unless --yes is given.

            Examples:
              noteit course drop CMPT225                 all your sections of it
              noteit course drop CMPT225 D101            that one alone
            """)

    @Argument(help: "Course, such as CMPT225.", completion: Completions.courses) var course: String
    @Argument(help: "Sections, such as D101; all yours if left out.") var sections: [String] = []
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let words = CourseWords(course, sections)
        let course = try await work.myCourse(words.course)
        let leaving = try await held(in: course, work, named: words.rest)
        let codes = leaving.map(\.code).joined(separator: ", ")
        if !yes {
            guard work.console.canAsk else {
                throw Complaint.usage("This would leave \(course.code) \(codes).", "Say --yes to do it.")
            }
            guard try work.console.confirm(Styled("Leave \(course.code) \(codes)?"), standard: false) else { throw Cancelled() }
        }
        for section in leaving { try await work.client.drop(section.id) }
        _ = try await work.space.sync.refresh()
        work.console.say(Styled("Left \(course.code) \(codes).", .good))
    }

    private func held(in course: Course, _ work: Workplace, named names: [String]) async throws -> [Section] {
        let mine = Set(try await work.copy.enrollments().filter { $0.course == course.id }.compactMap(\.section))
        let held = course.sections.filter { mine.contains($0.id) }
        guard !held.isEmpty else { throw Complaint("You are staff of \(course.code): its admin takes you off.") }
        if names.isEmpty { return held }
        let wanted = try work.sections(names, of: course)
        if let stranger = wanted.first(where: { !mine.contains($0.id) }) {
            throw Complaint(
                "You are not in \(course.code) \(stranger.code).",
                advice: ["Yours: \(held.map(\.code).joined(separator: ", "))"])
        }
        return wanted
    }
}
