import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit course show`.
struct CourseShow: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a course: description, sections, prerequisites, and what it opens.",
        discussion: """
            Prerequisites are a tree; courses that you have with the grade that they need are marked. With --depth 2 the prerequisites of prerequisites are \
            shown too, and so on; --depth 0 folds the tree into a line. A course that this term does not offer is shown \
            without sections. Works offline for your own courses, without the tree.

            Examples:
              noteit course show CMPT225
              noteit course show cmpt 225 --depth 3
            """)

    @Argument(help: "Course, such as CMPT225.", completion: Completions.courses) var course: [String]
    @Option(help: "Another term than the current one, such as 202530 or F26.") var term: String?
    @Option(help: ArgumentHelp("How many steps of prerequisites to show, 0 to 8.", valueName: "number")) var depth = 1
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        guard (0...8).contains(depth) else { throw ValidationError("--depth must be 0 to 8.") }
    }

    func run(_ context: CommandContext) async throws {
        let name = self.course.joined()
        let requirements = try await requirements(name, context)
        let term = try await context.termID(term)
        do {
            let course = try await context.anyCourse(name, term: term)
            let found = if let requirements { requirements } else { try await self.requirements(course.code, context) }
            try await show(course, found, context)
        } catch let complaint as Complaint {
            // Courses of other terms have an entry too.
            guard let requirements, term == nil, complaint.status != ExitStatus.unreachable else { throw complaint }
            try await show(requirements, context)
        }
    }

    /// Nil if the name is not a code of the catalog, or the server is not reached.
    private func requirements(_ name: String, _ context: CommandContext) async throws -> CourseRequirementsAnswer? {
        guard let code = CourseReference(name).flatMap({ CourseCode($0.code) }) else { return nil }
        do {
            return try await context.client.with(timeout: .seconds(5)).requirements(of: code)
        } catch let error as ClientError {
            if case .problem(let problem) = error, problem.status == 404 { return nil }
            guard error.isPassing else { throw error }
            return nil
        }
    }

    private func show(_ course: Course, _ requirements: CourseRequirementsAnswer?, _ context: CommandContext) async throws {
        let held = Set(try await context.copy.enrollments().compactMap(\.section))
        let shown = ShownCourse(value: course, requirements: requirements)
        try await context.report(shown, plain: course.sections.map { $0.fields(course) }) {
            let name = try await context.copy.terms(at: context.now).first { $0.id == course.term }?.name
            context.out(CoursePage(course, termName: name, held: held).lines(width: context.width))
            if let requirements { context.out([Styled()] + (try await tree(requirements, context))) }
        }
    }

    /// A course that the current term does not offer.
    private func show(_ requirements: CourseRequirementsAnswer, _ context: CommandContext) async throws {
        let entries = try await context.client.catalogEntries(of: [requirements.course])
        guard let entry = entries.first else { throw Complaint("No course '\(requirements.course)'.") }
        let shown = ShownCourse(value: entry, requirements: requirements)
        try await context.report(shown, plain: CatalogEntryTable([entry]).rows) {
            context.out(CatalogEntryPage(entry).lines(width: context.width))
            context.out([Styled()] + (try await tree(requirements, context)))
            context.say(Styled("It has no sections in the current term.", .faint))
        }
    }

    private func tree(_ requirements: CourseRequirementsAnswer, _ context: CommandContext) async throws -> [Styled] {
        let page = CourseRequirementsPage(
            requirements, record: try await context.copy.record()?.items ?? [],
            deeper: try await deeper(than: requirements, context), depth: depth == 0 ? 1 : nil, unicode: context.console.unicode
        )
        return page.lines(width: context.width)
    }

    /// The trees of prerequisites, step by step. The courses of a step are asked for at the same time.
    private func deeper(
        than requirements: CourseRequirementsAnswer, _ context: CommandContext
    ) async throws -> [CourseCode: RequirementTree] {
        var trees: [CourseCode: RequirementTree] = [:]
        var known: Set<CourseCode> = [requirements.course]
        var step = Set(requirements.prerequisites.courses)
        for _ in 1..<max(2, depth) where depth > 1 {
            let next = step.subtracting(known)
            if next.count > Self.mostOfStep {
                context.say(Styled("Of \(next.count) further courses, only \(Self.mostOfStep) are looked at.", .warning))
            }
            step = Set(next.sorted { $0.compact < $1.compact }.prefix(Self.mostOfStep))
            known.formUnion(step)
            let found = try await withThrowingTaskGroup(of: CourseRequirementsAnswer?.self) { group in
                for code in step { group.addTask { try await self.requirements(code.compact, context) } }
                return try await group.reduce(into: [CourseRequirementsAnswer]()) { if let answer = $1 { $0.append(answer) } }
            }
            for answer in found { trees[answer.course] = answer.prerequisites }
            step = Set(found.flatMap(\.prerequisites.courses))
        }
        return trees
    }

    /// The most courses whose prerequisites are asked for in one step.
    private static let mostOfStep = 60

    /// A course with its requirements; null if they are not known.
    private struct ShownCourse<Value: Encodable>: Encodable {
        var value: Value
        var requirements: CourseRequirementsAnswer?

        enum CodingKeys: CodingKey { case requirements }

        func encode(to encoder: any Encoder) throws {
            try value.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(requirements, forKey: .requirements)
        }
    }
}

extension CommandContext {
    /// A course of the catalog. If the server is not reached, one of mine from the local copy.
    func anyCourse(_ text: String, term: Term.ID? = nil) async throws -> Course {
        do {
            return try await catalogCourse(text, term: term)
        } catch ClientError.unreachable(let why) {
            let mine = try await courseFinder.mine(text, at: now).choices.filter { term == nil || $0.term == term }
            guard let first = mine.first else { throw ClientError.unreachable(why) }
            if mine.count > 1 { return try await myCourse(text) }
            guard let course = try await copy.course(first.id) else { throw ClientError.unreachable(why) }
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
