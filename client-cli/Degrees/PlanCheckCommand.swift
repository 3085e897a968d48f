import ArgumentParser
import NoteItCore
import NoteItTerminal

/// `noteit plan check`.
struct PlanCheckCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "List the problems of a degree plan.",
        discussion: """
            Prerequisites count from earlier terms, corequisites from the same term too. Problems that only the \
            department can judge, such as a permission, are marked with ?. Those that you keep knowingly have their number in \
            parentheses. Works offline, as of the last check. --plain writes term, course, kind, problem or unsure or kept, and detail.
            """)

    @Argument(help: "Plan, by name, id or link.", completion: Completions.plans) var plan: [String] = []
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let plan = try await context.degreePlan(self.plan)
        guard let check = try await context.check(plan) else {
            throw Complaint(
                "The plan was not checked since its last edit, and the server is not reached.", status: ExitStatus.unreachable)
        }
        try await context.report(check, plain: check.problems.map(\.fields)) {
            let lines = PlanCheckPage(check).lines(width: context.width)
            context.out(lines)
            if lines.isEmpty { context.say(Styled("'\(plan.name)' has no problems.", .good)) }
        }
    }
}
