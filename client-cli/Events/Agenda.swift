import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit agenda`.
struct Agenda: ReadingCommand, ChoosesFields {
    static let jsonFields = JSONFields.event
    static let configuration = CommandConfiguration(
        commandName: "agenda",
        abstract: "Show what is due in all your courses in the next days.",
        discussion: """
            Works offline. What waits in the outbox is marked as waiting. Leaves out what you have ticked off with \
            'noteit done'. --plain and --json as for 'noteit event list'.

            Examples:
              noteit agenda
              noteit agenda --days 60
            """)

    @Option(help: "How many days, today included.") var days = 14
    @Flag(help: "Also what you have ticked off.") var done = false
    @OptionGroup var limit: ListLimit
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        guard (1...3660).contains(days) else { throw ValidationError("--days must be 1 to 3660.") }
    }

    func run(_ context: CommandContext) async throws {
        let clock = try await context.clock()
        let next = EventSelection(from: clock.today, to: clock.today.adding(days: days - 1))
        let nothing = "Nothing is due in the next \(days) days."
        try await context.listing(next, withDone: done, nothing: nothing, clock, limit: limit.most(context))
            .show(clock, context)
    }
}
