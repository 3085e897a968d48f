import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit course show`.
struct CourseShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a course: what it is, what it demands, when its sections meet.",
        discussion: """
            Works offline for your own courses.

            Examples:
              noteit course show CMPT225
              noteit course show cmpt 225
            """)

    @Argument(help: "Course, such as CMPT225.", completion: Completions.courses) var course: [String]
    @Option(help: "Another term than the current one.") var term: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let course = try await work.anyCourse(self.course.joined(), term: term)
        let held = Set(try await work.copy.enrollments().compactMap(\.section))
        switch work.console.form {
        case .json: try work.writeJSON(course)
        case .plain: for section in course.sections { work.console.row(section.fields(course)) }
        case .pretty:
            let name = try await work.copy.terms(at: work.now).first { $0.id == course.term }?.name
            work.console.out(CoursePage(course, termName: name, held: held).lines(width: work.console.width))
        }
    }
}

extension Workplace {
    /// A course of the catalog; one of mine from the local copy if the server is not reached.
    func anyCourse(_ text: String, term: Term.ID? = nil) async throws -> Course {
        do {
            return try await catalogCourse(text, term: term)
        } catch ClientError.unreachable(let why) {
            guard case .one(let choice) = try await space.courses.mine(text, at: now),
                let course = try await copy.course(choice.id)
            else { throw ClientError.unreachable(why) }
            return course
        }
    }
}

extension Section {
    /// Course, section, registration number, kind, times, places, instructors, enrolled, capacity.
    func fields(_ course: Course) -> [String] {
        [
            course.code, code, crn, kind, times, weeklyMeetings.map(\.place).joined(separator: ", "),
            instructors.joined(separator: ", "), enrolled.map(String.init) ?? "", capacity.map(String.init) ?? "",
        ]
    }
}
