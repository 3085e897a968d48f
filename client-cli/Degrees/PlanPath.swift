import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit plan path`.
struct PlanPath: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "path",
        abstract: "Find the earliest graduation, and a plan that reaches it.",
        discussion: """
            Begins with what you have taken, and plans everything that the programme still needs. It need not keep to the courses \
            of the plan, unless you give --keep: then they stay in their terms, as do its credits without a course, and the \
            rest is planned into the credits that these terms leave, and after them. It says whether an earlier graduation is impossible, which chain of courses prevents it, and what it \
            assumed. If the programme cannot be finished, it says why. Credits that any of many courses can fill are shown as \
            credits. Needs the server.

            Without limits, those of the plan hold; else 15 credits in fall and spring, and none in summer. --plain writes term \
            and course.

            Examples:
              noteit plan path
              noteit plan path --from F26 --credits 12
              noteit plan path --fall 15 --spring 15 --summer 6 --save "With summers"
              noteit plan path --keep --save "My choices, and the rest"
              noteit plan path --programme mathematics
            """)

    @Argument(help: "Plan, by name, id or link.", completion: Completions.plans) var plan: [String] = []
    @Option(help: ArgumentHelp("First term, such as F26; without it the next one.", valueName: "term")) var from: String?
    @Flag(help: "Keep the courses of the plan in their terms, and plan the rest around them.") var keep = false
    @OptionGroup var limits: CreditLimitOptions
    @Option(help: ArgumentHelp("Another programme, by id or words of its name.", valueName: "name")) var programme: String?
    @Option(help: ArgumentHelp("Keep the way as a new plan of this name.", valueName: "name")) var save: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        if keep, from != nil { throw ValidationError("--keep and --from exclude each other.") }
    }

    func run(_ context: CommandContext) async throws {
        let limits = try limits.given()
        let plan = try await context.degreePlan(self.plan)
        let from = try await firstTerm(plan, context)
        let programme = try await context.programme(of: plan, insteadOfOwn: self.programme)
        let path = try await context.client.path(plan.id, for: programme.id, from: from, credits: limits, keeping: keep)
        let credits = try await context.creditBook(of: Set(path.terms.flatMap(\.courses)))
        let rows = path.terms.flatMap { term in term.courses.map { [term.term.description, $0.description] } }
        try await context.report(path, plain: rows) {
            let page = DegreePathPage(
                path, programme: programme, credits: credits, unicode: context.console.unicode,
                assumptions: try self.limits.assumptions(plan.creditsPerTerm))
            context.out(page.lines(width: context.width))
        }
        guard path.feasible else { throw Complaint("There is no way to \(programme.name) with these limits.") }
        if let save {
            try await store(path, beside: keep ? plan.terms : [], programme, limits ?? plan.creditsPerTerm, as: save, context)
        }
    }

    /// The next term; for a plan that is kept and goes on for longer than a path, the one after it.
    private func firstTerm(_ plan: DegreePlan, _ context: CommandContext) async throws -> AcademicTerm? {
        guard keep else { return try from.map(context.academicTerm) }
        let next = try await context.nextTerm()
        let last = plan.terms.last { !$0.courses.isEmpty || $0.electives != nil }?.term ?? next
        return last.ordinal - next.ordinal < Self.mostTerms ? next : last.advanced(by: 1)
    }

    /// The most terms of a path.
    private static let mostTerms = 36

    /// - Parameter kept: the terms of a plan that is kept. Those of the path have their courses too.
    private func store(
        _ path: DegreePath, beside kept: [PlanTerm], _ programme: Programme, _ limits: CreditLimits?, as name: String,
        _ context: CommandContext
    ) async throws {
        let own = path.terms.map { PlanTerm(term: $0.term, courses: $0.courses, electives: $0.electives) }
        var terms = (kept.filter { term in !own.contains { $0.term == term.term } } + own).inOrder
        for term in kept {
            // Courses of the record stand in the plan alone.
            let missing = term.courses.filter { !terms.holding($0).contains(term.term) }
            if !missing.isEmpty { terms = terms.adding(missing, to: term.term) }
        }
        let kept = try await context.client.createPlan(
            NewDegreePlan(
                id: .make(at: context.now), name: name, programme: programme.id, terms: terms, creditsPerTerm: limits))
        try await context.refresh()
        context.say(Styled("Kept as \(kept.name).", .good) + Styled(" See it with: noteit plan show \(kept.typable)"))
        let open = terms.map(\.electiveCredits).reduce(.zero, +)
        if open > .zero {
            context.say(
                Styled(
                    "\(open) credits have no course yet. Find some with: noteit course find --towards \(kept.typable)", .faint))
        }
    }
}
