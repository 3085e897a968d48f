import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit plan add`.
struct PlanAdd: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add courses to a term of your plan, or credits without a course yet.",
        discussion: """
            The plan is checked at once: you see what broke and what was mended. If the prerequisites of a course are not met, it \
            asks whether to keep the course, and the plan remembers the answer. If the server is not reached, the courses wait in the \
            outbox: they are in the plan of this machine at once, and are checked when they are sent. Credits without a course need \
            the server. --plain writes ! for what broke, + for what was mended or = for what is kept knowingly, then term, course, \
            kind, state and detail.

            Examples:
              noteit plan add CMPT225 --term F26
              noteit plan add cmpt 225 macm 101 --term "fall 2026" --plan "Plan A"
              noteit plan add CMPT225 --term F26 --keep
              noteit plan add --any "Breadth-Science" --credits 3 --term F26
            """)

    @Argument(help: "Courses, such as CMPT225.") var courses: [String] = []
    @Option(help: ArgumentHelp("The term, such as 202630, \"fall 2026\" or F26.", valueName: "term")) var term: String
    @OptionGroup var electives: ElectiveOptions
    @OptionGroup var options: PlanEditOptions
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws { try electives.validate(courses: courses, needsCredits: true) }

    func run(_ context: CommandContext) async throws {
        let credits = try electives.amount()
        let (codes, term) = try context.courses(courses, andTerm: term)
        let plan = try await context.ownDegreePlan(options.words)
        try await context.requireComing(term, in: plan)
        if let known = codes.first(where: { plan.terms.holding($0).contains(term) }) {
            throw Complaint("\(known) is in \(term.name) of '\(plan.name)' already.")
        }
        guard context.asOf == nil else {
            if electives.what != nil {
                throw Complaint(
                    "Credits without a course need the server, which is not reached.", status: ExitStatus.unreachable)
            }
            return try await queue(codes, term, plan, context)
        }
        let edit = DegreePlanEdit(
            context: context, plan: plan, options: options, placed: [PlanTerm(term: term, courses: codes)])
        var (terms, names) = (codes.isEmpty ? plan.terms : plan.terms.adding(codes, to: term), codes.map(\.description))
        if let purpose = try await context.purpose(electives, in: plan), let credits {
            terms = terms.adding(credits, for: purpose, to: term)
            names.append("\(counted(credits)) of \(purpose.name)")
        }
        try await edit.save(terms, "Added \(names.joined(separator: ", ")) to \(term.name).")
    }

    /// Queues the courses in the outbox, where they wait for the server.
    private func queue(_ codes: [CourseCode], _ term: AcademicTerm, _ plan: DegreePlan, _ context: CommandContext) async throws
    {
        let addition = PlanAddition(term: term, courses: codes, keep: options.keep)
        switch try await context.outbox.addCourses(addition, to: plan.id) {
        case .sent(let edited):
            let names = codes.map(\.description).joined(separator: ", ")
            try context.report(edited, plain: [], Styled("Added \(names) to \(term.name).", .good))
        case .queued(let entry, let why):
            try context.tellQueued(entry, why)
            context.say(Styled("Prerequisites are checked then: noteit plan check", .faint))
        case .refused(let entry): throw Complaint(refused: entry)
        }
    }
}
