import ArgumentParser
import NoteItClient
import NoteItTerminal

/// `noteit outbox retry`.
struct OutboxRetry: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Send waiting and refused entries now.",
        discussion: """
            The server stores each entry once, however often it is sent.

            Examples:
              noteit outbox retry                        all entries
              noteit outbox retry 2
            """)

    @Argument(help: "Numbers from 'noteit outbox list'; all if left out.") var numbers: [String] = []
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let chosen = numbers.isEmpty ? try await context.outbox.entries() : try await context.outboxEntries(numbers)
        guard !chosen.isEmpty else { return context.say("The outbox is empty: the server has all that you wrote.") }
        if let unreadable = chosen.first(where: { $0.state == .unreadable }), !numbers.isEmpty {
            throw Complaint(
                "\(unreadable.summary.prefix(1).uppercased())\(unreadable.summary.dropFirst()) can only be dropped.",
                advice: ["Save its text, then drop it: noteit outbox list"])
        }
        for entry in chosen where entry.state == .refused { try await context.outbox.retry(entry.id) }
        let round = try await context.outbox.send()
        context.reportOutbox(round)
        if let stopped = round.stopped { throw stopped }
        guard round.refused.isEmpty else { throw ExitCode(ExitStatus.failed) }
    }
}
