import ArgumentParser
import NoteItClient
import NoteItTerminal

/// `noteit outbox retry`.
struct OutboxRetry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Send what waits now, and what was refused again.",
        discussion: """
            Sending twice stores nothing twice.

            Examples:
              noteit outbox retry                        all of it
              noteit outbox retry 2
            """)

    @Argument(help: "Numbers from 'noteit outbox list'; all if left out.") var numbers: [String] = []
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        let chosen = numbers.isEmpty ? try await work.space.outbox.entries() : try await work.outboxEntries(numbers)
        guard !chosen.isEmpty else { return work.console.say("The outbox is empty: the server has all that you wrote.") }
        for entry in chosen where entry.state == .refused { try await work.space.outbox.retry(entry.id) }
        let round = try await work.space.outbox.send()
        work.report(round)
        if let stopped = round.stopped { throw stopped }
        guard round.refused.isEmpty else { throw ExitCode(ExitStatus.failed) }
    }
}
