import ArgumentParser
import NoteItCore
import NoteItTerminal

/// `noteit agenda`.
struct Agenda: AsyncParsableCommand, ChoosesFields {
    static let jsonFields = JSONFields.event
    static let configuration = CommandConfiguration(
        abstract: "Show the events of all your courses that are due in the next days.",
        discussion: """
            Works offline. --plain and --json as for 'noteit event list'.

            Examples:
              noteit agenda
              noteit agenda --days 60
            """)

    @Option(help: "How many days, today included.") var days = 14
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        guard (1...3660).contains(days) else { throw ValidationError("--days must be 1 to 3660.") }
    }

    func run() async throws {
        let context = try await CommandContext(inStep: session)
        let clock = try await context.clock()
        try await context.showNotices(try await context.unread())
        let sections = try await context.copy.agenda(from: clock.today, to: clock.today.adding(days: days - 1))
        try await EventListing(sections: sections, nothing: "Nothing is due in the next \(days) days.").show(clock, context)
    }
}
