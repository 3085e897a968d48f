import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit notice retract`.
struct NoticeRetract: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retract",
        abstract: "Take a notice back; who saw it is told why.",
        discussion: """
            It is gone for everyone, with its thread. Needs the server.

            Examples:
              noteit notice retract CMPT225#42 "The room stays as it was"
            """)

    @Argument(help: "Notice, such as CMPT225#42.", completion: Completions.events) var notice: String
    @Argument(help: "Why, for those who saw it.") var reason: [String] = []
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let words = EventWords(notice, reason)
        let notice = try await work.notice([words.name])
        guard !words.rest.isEmpty else {
            throw Complaint.usage("Needed: why.", "Say it behind the notice: those who saw it read it.")
        }
        try await work.client.delete(notice.id, reason: words.rest.joined(separator: " "))
        _ = try await work.space.sync.refresh()
        switch work.console.form {
        case .json: try work.writeJSON(["retracted": notice.id.description])
        case .plain: work.console.row([notice.reference])
        case .pretty: work.console.say(Styled("Took back \(notice.reference), \(notice.title)", .good))
        }
    }
}
