import ArgumentParser
import NoteItCore
import NoteItTerminal

/// `noteit today`.
struct Today: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "today",
        abstract: "Show new notices and what is due today in all your courses.",
        discussion: "Works offline. Says what comes next if today is free. --plain and --json as for 'noteit event list'.")

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let (clock, unread) = (try await work.clock(), try await work.unread())
        try await work.showNotices(unread)
        let sections = try await work.copy.agenda(from: clock.today, to: clock.today)
        try await EventListing(sections: sections, nothing: "Nothing is due today.").show(clock, work)
        if sections.isEmpty, let next = try await work.copy.agenda(from: clock.today).first?.events.first, let due = next.due {
            work.console.say("Next: \(next.reference) \(next.title), \(clock.short(due)) (\(clock.distance(due)))")
        }
        try await work.sayUnread(unread)
    }
}
