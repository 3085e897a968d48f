import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit plan audit`.
struct PlanAudit: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Show which requirements of a programme a degree plan meets.",
        discussion: """
            The courses count where they help most. The audit is proved to be the best one, unless it says otherwise. \
            Requirements that are done take one line; the others list their courses, and what would fill the rest. Needs the \
            server. --plain writes a row for each requirement: id, status, has and needs; and a row for each of its courses: \
            id, status, course, term and credits.

            Examples:
              noteit plan audit
              noteit plan audit --programme mathematics  what if
              noteit plan audit --depth 1                a line for each requirement
              noteit plan audit --all                    every course, pattern and reason
            """)

    @Argument(help: "Plan, by name, id or link.", completion: Completions.plans) var plan: [String] = []
    @Option(help: ArgumentHelp("Another programme, by id or words of its name.", valueName: "name")) var programme: String?
    @Option(help: ArgumentHelp("1: requirements; 2: their courses; 3: all reasons.", valueName: "number")) var depth: Int?
    @Flag(help: "As --depth 3.") var all = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        guard (1...3).contains(depth ?? 1) else { throw ValidationError("--depth must be 1, 2 or 3.") }
        if all, depth != nil { throw ValidationError("--depth and --all exclude each other.") }
    }

    func run(_ context: CommandContext) async throws {
        let plan = try await context.degreePlan(self.plan)
        let programme = try await context.programme(of: plan, insteadOfOwn: self.programme)
        let audit = try await context.client.audit(plan.id, for: programme.id)
        try await context.report(audit, plain: DegreeAuditPage.rows(audit)) {
            let page = DegreeAuditPage(
                audit, programme: programme, heading: "\(plan.name): \(programme.name)", depth: all ? 3 : depth,
                unicode: context.console.unicode)
            context.out(page.lines(width: context.width))
        }
    }
}
