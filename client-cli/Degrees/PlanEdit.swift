import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit plan edit`.
struct PlanEdit: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Rename your plan, or change its programme or credit limits.",
        discussion: """
            A new name leaves an approval as it is. Needs the server.

            Examples:
              noteit plan edit "Plan A" --name "Plan B"
              noteit plan edit --programme mathematics
              noteit plan edit --fall 15 --spring 15 --summer 6
            """,
        aliases: ["rename"])

    @Argument(help: "Your plan, by name or id.", completion: Completions.plans) var plan: [String] = []
    @Option(help: ArgumentHelp("The new name.", valueName: "name")) var name: String?
    @Option(help: ArgumentHelp("Programme, by id or words of its name; none removes it.", valueName: "name")) var programme:
        String?
    @OptionGroup var limits: CreditLimitOptions
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        var patch = DegreePlanPatch(name: name)
        if let limits = try limits.given() { patch.creditsPerTerm = .set(limits) }
        if programme == "none" {
            patch.programme = .cleared
        } else if let programme {
            patch.programme = .set(try await context.programme(programme).id)
        }
        guard patch != DegreePlanPatch() else {
            throw Complaint.usage(
                "Say what to change, such as --name \"Plan B\".", "List the options with: noteit plan edit --help")
        }
        let plan = try await context.ownDegreePlan(self.plan)
        let edited = try await context.client.edit(plan.id, with: patch, rev: plan.rev)
        try await context.refresh()
        try await context.report(edited, plain: [[edited.id.description, edited.name, edited.programme?.text ?? ""]]) {
            context.say(Styled("Changed '\(edited.name)'.", .good))
            if let approval = plan.approved, edited.approved == nil {
                context.say(Styled("This edit took away the approval by \(approval.by.displayName).", .warning))
            }
        }
    }
}
