import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit plan copy`.
struct PlanCopy: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy a degree plan, also one that was shared with you.",
        discussion: """
            The copy is yours and not shared; it has no comments and no approval. Needs the server.

            Examples:
              noteit plan copy "Plan A" --as "Plan B"
              noteit plan copy LINK --as "After the meeting"
            """)

    @Argument(help: "Plan, by name, id or link.", completion: Completions.plans) var plan: [String] = []
    @Option(name: .customLong("as"), help: ArgumentHelp("The name of the copy.", valueName: "name")) var name: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let plan = try await context.degreePlan(self.plan)
        let copy = try await context.client.createPlan(
            NewDegreePlan(
                id: .make(at: context.now), name: name ?? "Copy of \(plan.name)", programme: plan.programme, terms: plan.terms,
                creditsPerTerm: plan.creditsPerTerm, accepted: plan.accepted))
        try await context.refresh()
        try await context.report(copy, plain: [[copy.id.description, copy.name]]) {
            context.out(Styled(copy.id.description, .strong))
            context.say(Styled("Copied to '\(copy.name)'.", .good))
        }
    }
}
