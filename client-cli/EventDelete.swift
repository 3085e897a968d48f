import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit event delete`.
struct EventDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an event with its thread.",
        discussion: """
            Its author can, and the course's staff, who should say why. Asks first, unless --yes is given.

            Examples:
              noteit event delete CMPT225#42
              noteit event delete CMPT225#42 --yes --reason "not about the course"
            """)

    @Argument(help: "Event, such as CMPT225#42.", completion: Completions.events) var event: [String]
    @Option(help: "Why, for the record.") var reason: String?
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let thread = try await work.thread(EventWords(event: event).event())
        let event = thread.event
        guard try await work.mayDelete(event) else {
            throw Complaint("Only its author and the staff of its course can delete \(event.reference).")
        }
        let replies = thread.replies.isEmpty ? "" : " and \(thread.replies.count) replies"
        if !yes {
            guard work.console.canAsk else {
                throw Complaint.usage("This would delete \(event.reference), \(event.title)\(replies).", "Say --yes to do it.")
            }
            let question = Styled("Delete \(event.reference), \(event.title)\(replies)?")
            guard try work.console.confirm(question, standard: false) else { throw Cancelled() }
        }
        try await work.client.delete(event.id, reason: reason)
        _ = try await work.space.sync.refresh()
        switch work.console.form {
        case .json: try work.writeJSON(["deleted": event.id.description])
        case .plain: work.console.row([event.reference])
        case .pretty: work.console.say(Styled("Deleted \(event.reference).", .good))
        }
    }
}

extension Workplace {
    /// As far as the local copy knows; the server decides.
    fileprivate func mayDelete(_ event: Event) async throws -> Bool {
        if try await isOwn(event) { return true }
        return try await isStaff(of: event.course)
    }
}
