import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit notice retract`.
struct NoticeRetract: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "retract",
        abstract: "Take a notice back; everyone who saw it is told the reason.",
        discussion: """
            Deletes it for everyone, with its thread. Asks first, unless --yes is given. Needs the server.

            Examples:
              noteit notice retract CMPT225#42 --reason "The room stays as it was"
            """)

    @Argument(help: "Notice, such as CMPT225#42.", completion: Completions.events) var notice: String
    @Argument(help: "The reason, without --reason.") var words: [String] = []
    @Option(help: "The reason, for everyone who saw it.") var reason: String?
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let words = EventWords(notice, words)
        let notice = try await context.notice([words.name])
        let reason = try givenReason(reason, words.rest)
        guard let reason else {
            throw Complaint.usage("Needed: the reason.", "Give it as --reason TEXT: everyone who saw the notice reads it.")
        }
        if !yes { try context.confirm("retract", "\(notice.reference), \"\(notice.title)\", and tell everyone who saw it") }
        try await context.writing({ [.remove(.event, id: notice.id.description)] }) {
            try await context.client.delete(notice.id, reason: reason)
        }
        try context.report(
            ["retracted": notice.id.description], plain: [[notice.reference]],
            Styled("Took back \(notice.reference), \(notice.title)", .good))
    }
}
