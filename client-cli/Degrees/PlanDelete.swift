import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit plan delete`.
struct PlanDelete: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete your plan, with the comments on it.",
        discussion: "Your record stays. Asks first, unless --yes is given. Needs the server.", aliases: ["remove", "rm"])

    @Argument(help: "Your plan, by name or id.", completion: Completions.plans) var plan: [String]
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let plan = try await context.ownDegreePlan(self.plan)
        if !yes { try context.confirm("delete", "'\(plan.name)'") }
        try await context.client.delete(plan.id)
        try await context.refresh()
        try context.report(
            ["deleted": plan.id.description], plain: [[plan.id.description]], Styled("Deleted '\(plan.name)'.", .good))
    }
}
