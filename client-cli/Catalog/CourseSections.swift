import ArgumentParser
import NoteItCore
import NoteItTerminal

/// `noteit course sections`.
struct CourseSections: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sections",
        abstract: "List the sections of a course, and which go together.",
        discussion: """
            --plain writes course, section, CRN, kind, times, places, instructors, enrolled and capacity.

            Example:
              noteit course sections CMPT225
            """)

    @Argument(help: "Course, such as CMPT225.", completion: Completions.courses) var course: [String]
    @Option(help: "Another term than the current one.") var term: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let course = try await work.anyCourse(self.course.joined(), term: term)
        switch work.console.form {
        case .json: try work.writeJSON(course.sections)
        case .plain: for section in course.sections { work.console.row(section.fields(course)) }
        case .pretty:
            let held = Set(try await work.copy.enrollments().compactMap(\.section))
            work.console.out(SectionTable(course.sections, held: held).lines(width: work.console.width))
            for line in course.companions { work.console.say(Styled(line, .faint)) }
        }
    }
}

extension Course {
    /// `D100 goes with one LAB of D101, D102, ...`, a line for each primary section.
    var companions: [String] {
        sections.flatMap { section in
            section.components.map { component in
                let codes = component.sections.map { id in sections.first { $0.id == id }?.code ?? id }
                return "\(section.code) goes with one \(component.kind): \(codes.joined(separator: ", "))"
            }
        }
    }
}
