import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit plan approve`.
struct PlanApprove: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve",
        abstract: "Approve a plan that was shared with you.",
        discussion: """
            Its owner sees your name and the time. A later edit of the plan takes the approval away and says so. From then on you \
            follow the plan: it is in 'noteit plan list', and 'noteit watch' shows its changes. Needs the server.

            Examples:
              noteit plan approve LINK
              noteit plan approve "Plan A" --undo
            """)

    @Argument(help: "Plan, by link, id or name.", completion: Completions.plans) var plan: [String]
    @Flag(help: "Take your approval back.") var undo = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let plan = try await context.degreePlan(self.plan)
        if try plan.owner.id == context.account().id {
            throw Complaint(
                "'\(plan.name)' is your own plan: another person must approve it.", advice: ["Share it with: noteit plan share"]
            )
        }
        let judged = try await undo ? withdrawn(plan, context) : approved(plan, context)
        try await context.refresh()
        let sentence =
            undo ? "Took back your approval of '\(plan.name)'." : "Approved '\(plan.name)' of \(plan.owner.displayName)."
        try context.report(judged, plain: [[plan.id.description, undo ? "" : "approved"]], Styled(sentence, .good))
    }

    /// Approves the revision that was read.
    private func approved(_ plan: DegreePlan, _ context: CommandContext) async throws -> DegreePlan {
        do {
            return try await context.client.approve(plan.id, rev: plan.rev)
        } catch ClientError.problem(let problem) where problem.status == 412 {
            throw Complaint(
                "'\(plan.name)' was changed meanwhile.",
                advice: ["Look at it with: noteit plan show \(plan.typable)", "Then approve it."])
        }
    }

    private func withdrawn(_ plan: DegreePlan, _ context: CommandContext) async throws -> DegreePlan {
        try await context.client.withdrawApproval(of: plan.id)
        return try await context.client.degreePlan(plan.id)
    }
}
