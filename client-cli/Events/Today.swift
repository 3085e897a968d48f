import ArgumentParser
import NoteItCore
import NoteItTerminal

/// `noteit today`.
struct Today: AsyncParsableCommand, ChoosesFields {
    static let jsonFields = JSONFields.event
    static let configuration = CommandConfiguration(
        abstract: "Show new notices and what is due today in all your courses.",
        discussion: """
            Works offline. If nothing is due today, shows the next event. --plain and --json as for 'noteit event list'; \
            --json writes the new notices first.
            """)

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let context = try await CommandContext(inStep: session)
        let (clock, unread) = (try await context.clock(), try await context.unread())
        try await context.showNotices(unread)
        let sections = try await context.copy.agenda(from: clock.today, to: clock.today)
        if context.form == .json {
            let due = sections.flatMap(\.events)
            let notices = unread.notices.filter { notice in !due.contains { $0.id == notice.id } }
            return try context.writeJSON(try await context.listed(notices + due))
        }
        try await EventListing(sections: sections, nothing: "Nothing is due today.").show(clock, context)
        if sections.isEmpty, let next = try await context.copy.agenda(from: clock.today).first?.events.first, let due = next.due
        {
            context.say("Next: \(next.reference) \(next.title), \(clock.short(due)) (\(clock.distance(due)))")
        }
        try await context.sayUnread(unread)
    }
}
