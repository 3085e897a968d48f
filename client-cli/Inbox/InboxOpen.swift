import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit inbox open`.
struct InboxOpen: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Show the event of a notification, or the comments on its degree plan.",
        discussion: """
            Shows the event with its thread as 'noteit event view' does, or the comments on a degree plan as 'noteit plan \
            comments' does, with the same --json and --plain. Marks the event and the notification as read.

            Examples:
              noteit inbox open 12
            """)

    @Argument(help: "Number from 'noteit inbox', or id.") var name: String
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let item = try await context.inboxItem(name)
        if let plan = item.context.plan {
            context.say(item.words.sentence)
            try await PlanComments.show(plan, context)
            return try await context.markRead([item])
        }
        guard let event = item.context.event, let thread = try await context.copy.thread(event.id) else {
            context.say(item.words.sentence)
            try await context.markRead([item])
            return
        }
        try await EventView.show(ThreadTarget(thread: thread), context)
        try await context.see([event])
        try await context.markRead([item])
    }
}
