import ArgumentParser
import NoteItCore
import NoteItTerminal

/// `noteit today`.
struct Today: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show new notices and what is due today in all your courses.",
        discussion:
            """
            Works offline. Leaves out what you have ticked off with 'noteit done'. If nothing is due today, shows the next event. \
            --plain and --json as for 'noteit event list'.
            """)

    @Flag(help: "Also what you have ticked off.") var done = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let context = try await CommandContext(inStep: session)
        let (clock, unread) = (try await context.clock(), try await context.unread())
        try await context.showNotices(unread)
        let listing = try await context.listing(
            from: clock.today, to: clock.today, withDone: done, nothing: "Nothing is due today.")
        try await listing.show(clock, context)
        if listing.sections.isEmpty,
            let next = try await context.listing(from: clock.today).sections.first?.events.first, let due = next.due
        {
            context.say("Next: \(next.reference) \(next.title), \(clock.short(due)) (\(clock.distance(due)))")
        }
        try await context.sayUnread(unread)
    }
}
