import ArgumentParser
import NoteItClient
import NoteItTerminal

/// `noteit outbox drop`.
struct OutboxDrop: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop",
        abstract: "Give up what waits or was refused: it will not be sent.",
        discussion: """
            Asks first, unless --yes is given.

            Examples:
              noteit outbox drop 2
              noteit outbox drop --all --yes
            """)

    @Argument(help: "Numbers from 'noteit outbox list'.") var numbers: [String] = []
    @Flag(help: "All of it.") var all = false
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        if numbers.isEmpty != all { throw ValidationError("Say which numbers, or --all.") }
    }

    func run() async throws {
        let work = try Workplace(session)
        let chosen = all ? try await work.space.outbox.entries() : try await work.outboxEntries(numbers)
        if !yes, !chosen.isEmpty {
            for entry in chosen { work.console.say(Styled("  " + entry.summary)) }
            guard work.console.canAsk else { throw Complaint.usage("These texts would be lost.", "Say --yes to drop them.") }
            guard try work.console.confirm("Drop?", standard: false) else { throw Cancelled() }
        }
        for entry in chosen { try await work.space.outbox.drop(entry.id) }
        work.console.say("Dropped \(chosen.count).")
    }
}
