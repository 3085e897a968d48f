import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit plan schedule`.
struct PlanSchedule: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Find timetables for the courses of one term of a plan.",
        discussion: """
            Searches as 'noteit schedule build' does, with the same wishes, and says which courses the term does not offer.

            Examples:
              noteit plan schedule F26
              noteit plan schedule 202630 --plan "Plan A" --off fri --save "Fall"
            """)

    @Argument(help: "The term, such as 202630, \"fall 2026\" or F26.") var term: [String]
    @Option(
        help: ArgumentHelp("The plan, by name, id or link; needed if you have several.", valueName: "plan"),
        completion: Completions.plans) var plan: String?
    @OptionGroup(title: "Wishes") var wishes: TimetableWishOptions
    @Option(help: ArgumentHelp("How many timetables to list, 1 to 100.", valueName: "count")) var limit = 10
    @Option(help: ArgumentHelp("The timetable to draw and to save, by its number in the list.", valueName: "number")) var show =
        1
    @Option(help: ArgumentHelp("Keep the timetable under this name.", valueName: "name")) var save: String?
    @Option(help: ArgumentHelp("Stop the search after this many milliseconds.", valueName: "ms")) var budget: Int?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let wanted = try context.academicTerm(term.joined(separator: " "))
        let plan = try await context.degreePlan(self.plan.map { [$0] } ?? [])
        guard let courses = plan.terms.first(where: { $0.term == wanted })?.courses, !courses.isEmpty else {
            let terms = plan.terms.filter { !$0.courses.isEmpty }.map(\.term.name).joined(separator: ", ")
            throw Complaint(
                "'\(plan.name)' has no courses in \(wanted.name).", advice: terms.isEmpty ? [] : ["It has some in: \(terms)"])
        }
        let term = try await context.term(wanted.description)
        let offered = try await offered(courses, in: term, context)
        for code in courses where !offered.contains(code) {
            context.say(Styled("\(code) is not offered in \(term.name). It is left out.", .warning))
        }
        guard !offered.isEmpty else { throw Complaint("\(term.name) offers none of these courses.") }
        var build = try await ScheduleBuild.asyncParse(offered.map(\.compact) + ["--term", term.id.text])
        (build.wishes, build.limit, build.show, build.save, build.budget) = (wishes, limit, show, save, budget)
        // A plan of the term takes the place of what one is in.
        (build.session, build.anew) = (session, true)
        try await build.run()
    }

    /// Asks for the courses, all at the same time.
    private func offered(_ codes: [CourseCode], in term: Term, _ context: CommandContext) async throws -> [CourseCode] {
        let found = try await withThrowingTaskGroup(of: CourseCode?.self) { group in
            for code in codes {
                group.addTask {
                    do {
                        let id = Course.ID(term: term.id, subject: code.subject, number: code.number)
                        return try await context.client.course(id).sections.isEmpty ? nil : code
                    } catch ClientError.problem(let problem) where problem.status == 404 {
                        return nil
                    }
                }
            }
            return try await group.reduce(into: Set<CourseCode>()) { if let code = $1 { $0.insert(code) } }
        }
        return codes.filter(found.contains)
    }
}
