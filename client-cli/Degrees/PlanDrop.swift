import ArgumentParser
import NoteItCore
import NoteItTerminal

/// `noteit plan drop`.
struct PlanDrop: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop",
        abstract: "Take courses out of your plan, or credits without a course.",
        discussion: """
            The plan is checked at once: you see which courses lost a prerequisite. Needs the server.

            Examples:
              noteit plan drop CMPT225
              noteit plan drop CMPT225 --term F26        if it is in several terms
              noteit plan drop --any "Breadth-Science"   its credits without a course
            """)

    @Argument(help: "Courses, such as CMPT225.") var courses: [String] = []
    @Option(help: ArgumentHelp("The term, if the course is in several.", valueName: "term")) var term: String?
    @OptionGroup var electives: ElectiveOptions
    @OptionGroup var options: PlanEditOptions
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws { try electives.validate(courses: courses, needsCredits: false) }

    func run(_ context: CommandContext) async throws {
        let (codes, term) = try (context.courseCodes(courses), term.map(context.academicTerm))
        let plan = try await context.ownDegreePlan(options.words)
        var terms = plan.terms
        for code in codes { terms = terms.removing(code, from: try plan.term(of: code, named: term, option: "--term")) }
        var names = codes.map(\.description)
        if let purpose = try await context.purpose(electives, in: plan) {
            let place = try plan.term(of: purpose, named: term, option: "--term")
            let (left, gone) = terms.removing(purpose, atMost: try electives.amount(), from: place)
            (terms, names) = (left, names + ["\(counted(gone)) of \(purpose.name)"])
        }
        let edit = DegreePlanEdit(context: context, plan: plan, options: options)
        try await edit.save(terms, "Dropped \(names.joined(separator: ", ")).")
    }
}
