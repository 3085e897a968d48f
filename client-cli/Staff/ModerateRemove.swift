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
              noteit moderate remove CMPT225#42#3 --reason "Be kind, please" --yes
            """)

    @Argument(help: "Event or reply, such as CMPT225#42 or CMPT225#42#3.", completion: Completions.events) var name: [String]
    @Option(help: "Why; the author reads it.") var reason: String
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let place = try await work.place(EventWords(name))
        if !yes { try work.confirm("remove", place.description) }
        try await work.delete(place, reason: reason)
        switch work.console.form {
        case .json: try work.writeJSON(["removed": place.id])
        case .plain: work.console.row([place.name, place.id])
        case .pretty: work.console.say(Styled("Removed \(place.description)", .good))
        }
    }
}
