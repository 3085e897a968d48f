import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit me-too`.
struct MeToo: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "me-too", abstract: "Say that you have the same question.",
        discussion: """
            The question shows how many people have it, not who they are.

            Examples:
              noteit me-too CMPT225#42
              noteit me-too CMPT225#42 --undo
            """)

    @Argument(help: "Event, such as CMPT225#42.", completion: Completions.events) var event: [String]
    @Flag(help: "Take it back.") var undo = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let event = try await context.thread(EventWords(event).event()).event
        if undo {
            try await context.client.undoMeToo(on: event.id)
        } else {
            try await context.writing({ [.upsert(.event($0), rev: $0.rev)] }) {
                try await context.client.sayMeToo(on: event.id)
            }
        }
        try await context.refresh()
        let now = try await context.copy.thread(event.id)?.event ?? event
        let words = now.meTooWords(isMine: !undo) ?? "nobody else asks this"
        try context.report(
            now, plain: [[now.reference, "\(now.meToo)"]],
            Styled("\(words.prefix(1).uppercased() + words.dropFirst()): \(now.reference), \(now.title)", .good))
    }
}
