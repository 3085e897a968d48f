import ArgumentParser
import NoteItCore
import NoteItTerminal

/// `noteit course sections`.
struct CourseSections: ReadingCommand, ChoosesFields {
    static let jsonFields = Section.fieldNames
    static let configuration = CommandConfiguration(
        commandName: "sections",
        abstract: "List the sections of a course, and which of them go together.",
        discussion: """
            --plain writes course, section, CRN, kind, times, places, instructors, enrolled and capacity.

            Example:
              noteit course sections CMPT225
            """)

    @Argument(help: "Course, such as CMPT225.", completion: Completions.courses) var course: [String]
    @Option(help: "Another term than the current one, such as 202530 or F26.") var term: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let course = try await context.anyCourse(self.course.joined(), term: try await context.termID(term))
        try await context.report(course.sections, plain: course.sections.map { $0.fields(course) }) {
            let held = Set(try await context.copy.enrollments().compactMap(\.section))
            context.out(SectionTable(course.sections, held: held).lines(width: context.width))
            for line in course.companions + [course.linksNote].compactMap(\.self) { context.say(Styled(line, .faint)) }
            let terms = try await context.copy.terms(at: context.now)
            guard term == nil, terms.count > 1, let taken = terms.first(where: { $0.id == course.term }) else { return }
            context.say(taken: taken)
        }
    }
}

extension Course {
    /// A line for each primary section with components: `D100 goes with one LAB: D101, D102`.
    var companions: [String] {
        sections.flatMap { section in
            section.components.map { component in
                let codes = component.sections.map { id in sections.first { $0.id == id }?.code ?? id.text }
                return "\(section.code) goes with one \(component.kind): \(codes.joined(separator: ", "))"
            }
        }
    }
}
