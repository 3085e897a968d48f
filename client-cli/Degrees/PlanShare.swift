import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit plan share`.
struct PlanShare: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Make a link to a plan for your adviser.",
        discussion: """
            Anyone with an account here and the link can see the plan, its check, its audit and its path, comment on it, and \
            approve it. They see courses and credits, and no grades; but where a minimum grade is asked, a course that does not \
            count tells that its grade is lower. Nobody else can find it. With --off the link stops working, and those who \
            followed the plan lose it.

            Examples:
              noteit plan share "Plan A"
              noteit plan share "Plan A" --off
            """)

    @Argument(help: "Your plan, by name or id.", completion: Completions.plans) var plan: [String] = []
    @Flag(help: "Stop sharing it.") var off = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let plan = try await context.ownDegreePlan(self.plan)
        let shared = try await context.client.edit(plan.id, with: DegreePlanPatch(shared: !off))
        try await context.refresh()
        switch context.form {
        case .json: try context.writeJSON(shared)
        case .plain, .pretty:
            if off { return context.say(Styled("\(shared.name) is no longer shared.", .good)) }
            context.out(Styled(context.client.link(to: shared.id)))
            context.say(
                """
                Give this link to your adviser. They will see the plan, its check and its audit: courses and credits, not grades, \
                but where a minimum grade is asked, whether a course meets it.
                """)
            context.say(Styled("They open it with: noteit plan show LINK", .faint))
        }
    }
}
