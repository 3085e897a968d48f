import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit plan comment`.
struct PlanComment: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "comment",
        abstract: "Comment on your plan, or on one that was shared with you.",
        discussion: """
            Without a text, your editor ($VISUAL, else $EDITOR) opens. The owner, and all who commented on the plan or approved \
            it, see the comment at once in 'noteit watch'. Needs the server. The number of the comment goes to standard output.

            Examples:
              noteit plan comment LINK "Take STAT 270 before CMPT 310."
              noteit plan comment "Plan A" "Thanks, done." --to 1
              noteit plan comment "Plan A" - < notes.txt
            """)

    @Argument(help: "Plan, by name, id or link.", completion: Completions.plans) var plan: String
    @Argument(help: "Text; - reads standard input; without it your editor opens.") var text: [String] = []
    @Option(help: ArgumentHelp("The comment that it answers, by its number.", valueName: "number")) var to: Int?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let plan = try await context.degreePlan([self.plan])
        let parent = try await parent(in: plan, context)
        let quoted = (parent?.body.visibleLines ?? []).prefix(40).map { "> " + $0 }
        let hints = ["Your comment on '\(plan.name.visible)'", "To send nothing, write nothing.", ""] + quoted
        let writing = try Writing(text, hints: hints, context: context)
        let again = ShellCommand("noteit", "plan", "comment", plan.id.description)
            .with("--to", to.map(String.init)).with(session).with("-")
        let reply = try await writing.sending(again: again) {
            try await context.client.reply(
                NewReply(id: .make(at: context.now), body: writing.text, parent: parent?.id), toPlan: plan.id)
        }
        try await context.refresh()
        try await context.report(reply, plain: [["\(reply.number)", reply.id.description]]) {
            context.out(Styled("\(reply.number)", .strong))
            context.say(Styled("Commented on '\(plan.name)'.", .good))
        }
    }

    private func parent(in plan: DegreePlan, _ context: CommandContext) async throws -> PlanReply? {
        guard let to else { return nil }
        if let parent = try await context.replies(to: plan).first(where: { $0.number == to }) { return parent }
        throw Complaint.usage(
            "'\(plan.name)' has no comment \(to).", "List them with: noteit plan comments \(plan.typable)")
    }
}

/// `noteit plan comments`.
struct PlanComments: ReadingCommand, ChoosesFields {
    static let jsonFields = PlanReply.fieldNames
    static let searchesWords = true
    static let configuration = CommandConfiguration(
        commandName: "comments",
        abstract: "Show the comments on a plan, oldest first.",
        discussion: """
            Works offline for your plans, and for those that you comment on or approved. --plain writes number, author, time in \
            UTC, the number of the comment that it answers, text and id.
            """)

    @Argument(help: "Plan, by name, id or link.", completion: Completions.plans) var plan: [String] = []
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        try await Self.show(try await context.degreePlan(plan), context)
    }

    static func show(_ plan: DegreePlan, _ context: CommandContext) async throws {
        let replies = try await context.replies(to: plan)
        let names = try await context.names(with: [plan.owner] + replies.map(\.author))
        let page = PlanThreadPage(
            plan, replies: replies, reader: try context.account().id, names: names, clock: try await context.clock(),
            unicode: context.console.unicode)
        try await context.report(replies, plain: page.rows) {
            guard !replies.isEmpty else {
                return context.say("No comments yet. Write one with: noteit plan comment \(plan.typable) TEXT")
            }
            context.out(page.lines(width: context.width))
        }
    }
}

extension CommandContext {
    /// Comments of the local copy; for a plan that I neither own nor follow, of the server.
    func replies(to plan: DegreePlan) async throws -> [PlanReply] {
        if try await copy.degreePlan(plan.id) != nil { return try await copy.replies(toPlan: plan.id) }
        return try await client.replies(toPlan: plan.id)
    }
}
