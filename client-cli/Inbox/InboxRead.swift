import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit inbox read`.
struct InboxRead: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Mark notifications as read, on all your devices.",
        discussion: """
            Examples:
              noteit inbox read 12 13
              noteit inbox read --all
            """)

    @Argument(help: "Numbers from 'noteit inbox', or ids.") var names: [String] = []
    @Flag(help: "All of them.") var all = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        if names.isEmpty != all { throw ValidationError("Say which numbers, or --all.") }
    }

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let inbox = try await work.inbox()
        let chosen = (all ? inbox : try names.map { try work.item($0, in: inbox) }).filter { $0.notification.readAt == nil }
        try await work.markRead(chosen)
        switch work.console.form {
        case .json: try work.writeJSON(chosen.map(\.notification.id))
        case .plain: for item in chosen { work.console.row([item.notification.id.description]) }
        case .pretty: work.console.say(chosen.isEmpty ? "Nothing new." : "Marked \(chosen.count) as read.")
        }
    }
}
