import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit thank`.
struct Thank: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "thank", abstract: "Thank for a reply.",
        discussion: """
            The thread shows how many people thanked, not who they are. If the server is not reached, your thanks wait in the \
            outbox. --plain writes the reply and the count.

            Examples:
              noteit thank CMPT225#42#3
              noteit thank CMPT225#42#3 --undo
            """)

    @Argument(help: "Reply, such as CMPT225#42#3.", completion: Completions.events) var reply: [String]
    @Flag(help: "Take it back.") var undo = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let target = try await context.target(EventWords(reply))
        guard let reply = target.reply else {
            throw Complaint.usage("\(target.name) is an event.", "Name a reply, such as \(target.name)#1.")
        }
        switch try await context.outbox.thank(for: reply.id, !undo, in: target.event.id) {
        case .sent: break
        case .queued(let entry, let why): return try context.tellQueued(entry, why)
        case .refused(let entry):
            try await context.outbox.drop(entry.id)
            throw Complaint("\(target.name) was not changed: \(entry.reason)")
        }
        try await context.refresh()
        let now = try await context.copy.thread(target.event.id)?.replies.first { $0.id == reply.id } ?? reply
        try context.report(
            now, plain: [[target.name, "\(now.thanks ?? 0)"]],
            Styled(undo ? "Thanks for \(target.name) taken back." : "Thanked for \(target.name).", .good))
    }
}
