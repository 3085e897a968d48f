import ArgumentParser
import NoteItClient
import NoteItTerminal

/// `noteit outbox drop`.
struct OutboxDrop: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop",
        abstract: "Delete entries without sending them.",
        discussion: """
            Asks first, unless --yes is given.

            Examples:
              noteit outbox drop 2
              noteit outbox drop --all --yes
            """)

    @Argument(help: "Numbers from 'noteit outbox list'.") var numbers: [String] = []
    @Flag(help: "All entries.") var all = false
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        if numbers.isEmpty != all { throw ValidationError("Name entries by number, or use --all.") }
    }

    func run(_ context: CommandContext) async throws {
        let chosen = all ? try await context.outbox.entries() : try await context.outboxEntries(numbers)
        if !yes, !chosen.isEmpty {
            for entry in chosen { context.say(Styled("  " + entry.summary)) }
            guard context.canAsk else {
                throw Complaint.usage("This would delete these entries.", "Confirm with --yes.")
            }
            guard try context.console.confirm("Drop?", standard: false) else { throw Cancelled() }
        }
        for entry in chosen { try await context.outbox.drop(entry.id) }
        context.say("Dropped \(chosen.count).")
    }
}
