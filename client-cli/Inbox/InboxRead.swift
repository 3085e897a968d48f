import ArgumentParser
import NoteItCore
import NoteItTerminal

/// `noteit inbox read`.
struct InboxRead: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Mark notifications as read, on all your devices.",
        discussion: """
            Examples:
              noteit inbox read 12 13
              noteit inbox read --all
            """)

    @Argument(help: "Numbers from 'noteit inbox', or ids.") var names: [String] = []
    @Flag(help: "All notifications.") var all = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        if names.isEmpty != all { throw ValidationError("Name entries by number, or use --all.") }
    }

    func run(_ context: CommandContext) async throws {
        let inbox = try await context.inbox()
        let chosen = (all ? inbox : try names.map { try context.item($0, in: inbox) }).filter { $0.notification.readAt == nil }
        try await context.markRead(chosen)
        try context.report(
            chosen.map(\.notification.id), plain: chosen.map { [$0.notification.id.description] },
            chosen.isEmpty ? "Nothing new." : "Marked \(chosen.count) as read.")
    }
}
