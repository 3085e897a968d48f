import ArgumentParser
import NoteItTerminal

/// `noteit moderate remove`.
struct ModerateRemove: InStepCommand {
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
    @Option(help: "The reason; the author reads it.") var reason: String
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let target = try await context.target(EventWords(name))
        if !yes { try context.confirm("remove", target.description) }
        try await context.delete(target, reason: reason)
        try context.report(
            ["removed": target.id], plain: [[target.name, target.id]],
            Styled("Removed \(target.description)", .good))
    }
}
