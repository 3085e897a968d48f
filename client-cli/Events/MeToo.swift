import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit me-too`.
struct MeToo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "me-too",
        abstract: "Say that you have the same question.",
        discussion: """
            The question shows how many have it; nobody sees who.

            Examples:
              noteit me-too CMPT225#42
              noteit me-too CMPT225#42 --undo
            """)

    @Argument(help: "Event, such as CMPT225#42.", completion: Completions.events) var event: [String]
    @Flag(help: "Take it back.") var undo = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let event = try await work.thread(EventWords(event).event()).event
        if undo { try await work.client.undoMeToo(on: event.id) } else { _ = try await work.client.sayMeToo(on: event.id) }
        _ = try await work.space.sync.refresh()
        let now = try await work.copy.thread(event.id)?.event ?? event
        switch work.console.form {
        case .json: try work.writeJSON(now)
        case .plain: work.console.row([now.reference, "\(now.meToo)"])
        case .pretty: work.console.say(Styled("\(now.reference), \(now.title): \(now.meTooWords ?? "nobody else's").", .good))
        }
    }
}
