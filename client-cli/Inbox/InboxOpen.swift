import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit inbox open`.
struct InboxOpen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Read what a notification is about.",
        discussion: """
            Shows the event with its thread, as 'noteit event view' does, and marks both as read. --json and --plain as there.

            Examples:
              noteit inbox open 12
            """)

    @Argument(help: "Number from 'noteit inbox', or id.") var name: String
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let item = try await work.inboxItem(name)
        guard let event = item.context.event, let thread = try await work.copy.thread(event.id) else {
            work.console.say(item.words.sentence)
            try await work.markRead([item])
            return
        }
        try await EventView.show(ThreadPlace(thread: thread), work)
        try await work.see([event])
        try await work.markRead([item])
    }
}
