import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit moderate remove`.
struct ModerateRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove an event with its thread, or one reply.",
        discussion: """
            Asks first, unless --yes is given.

            Examples:
              noteit moderate remove CMPT225#42 --reason "Not about the course"
              noteit moderate remove CMPT225#42 --reply 3 --reason "Be kind, please" --yes
            """)

    @Argument(help: "Event, such as CMPT225#42.", completion: Completions.events) var event: [String]
    @Option(help: ArgumentHelp("Only this reply, by its number in the thread.", valueName: "number")) var reply: Int?
    @Option(help: "Why; the author reads it.") var reason: String
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let thread = try await work.thread(EventWords(event: event).event())
        let reply = try reply.map { try thread.reply($0) }
        let what =
            reply == nil
            ? "\(thread.event.reference), \(thread.event.title)" : "reply \(self.reply ?? 0) to \(thread.event.reference)"
        if !yes {
            guard work.console.canAsk else { throw Complaint.usage("This would remove \(what).", "Say --yes to do it.") }
            guard try work.console.confirm(Styled("Remove \(what)?"), standard: false) else { throw Cancelled() }
        }
        if let reply {
            try await work.client.delete(reply.id, reason: reason)
        } else {
            try await work.client.delete(thread.event.id, reason: reason)
        }
        _ = try await work.space.sync.refresh()
        let id = reply?.id.description ?? thread.event.id.description
        switch work.console.form {
        case .json: try work.writeJSON(["removed": id])
        case .plain: work.console.row([thread.event.reference, id])
        case .pretty: work.console.say(Styled("Removed \(what).", .good))
        }
    }
}
