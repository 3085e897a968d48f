import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit plan compare`.
struct PlanCompare: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare two degree plans.",
        discussion: """
            Compares problems and audits, then lists the courses, and the credits without a course: - marks those of the first \
            only, + those of the second only, ~ those in another term. Each plan is audited for its own programme, or both for that of --programme. Needs the \
            server. --plain writes the sign, the course, and its terms in both; for credits without a course what they are for, and \
            the credits of each term.

            Example:
              noteit plan compare "Plan A" "Plan B"
            """)

    @Argument(help: "Name, id or link of the first.", completion: Completions.plans) var first: String
    @Argument(help: "Name, id or link of the second.", completion: Completions.plans) var second: String
    @Option(help: ArgumentHelp("Another programme, by id or words of its name.", valueName: "name")) var programme: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        var chosen: Programme.ID?
        if let programme { chosen = try await context.programme(programme).id }
        let left = try await side(first, chosen, context)
        let right = try await side(second, chosen, context)
        let difference = DegreePlanDifference(left, right)
        let result = Compared(
            plans: [left, right].map { .init(id: $0.plan.id, problems: $0.check.problems, objective: $0.audit?.objective) },
            gone: difference.gone, come: difference.come, moved: difference.moved, electives: difference.electives)
        try await context.report(result, plain: difference.rows) {
            context.out(difference.lines(width: context.width, unicode: context.console.unicode))
            if difference.rows.isEmpty { context.say("They have the same courses in the same terms.") }
        }
    }

    private func side(
        _ name: String, _ programme: Programme.ID?, _ context: CommandContext
    ) async throws -> DegreePlanDifference.Side {
        let plan = try await context.degreePlan([name])
        let check = try await context.client.check(plan.id)
        let hasAudit = (programme ?? plan.programme) != nil
        let audit = hasAudit ? try await context.client.audit(plan.id, for: programme) : nil
        let isOpen = plan.terms.contains { $0.electives != nil }
        let own: Programme? = if isOpen, let id = plan.programme { try await context.client.programme(id) } else { nil }
        let names = (own?.requirements ?? []).map { ($0.id, $0.name) }
        return DegreePlanDifference.Side(
            plan, check: check, audit: audit, requirements: Dictionary(names, uniquingKeysWith: { first, _ in first }))
    }

    private struct Compared: Encodable {
        struct Judged: Encodable {
            var id: DegreePlan.ID
            var problems: [DegreePlanProblem]
            var objective: [CreditAmount]?
        }

        var plans: [Judged]
        /// Courses of the first only, of the second only, and of both in other terms.
        var gone, come: [CourseCode]
        var moved: [DegreePlanDifference.Move]
        /// Credits without a course that differ.
        var electives: [DegreePlanDifference.ElectiveChange]

        enum CodingKeys: String, CodingKey {
            case plans, moved, electives
            case gone = "-"
            case come = "+"
        }
    }
}
