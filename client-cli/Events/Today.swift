import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit today`.
struct Today: ReadingCommand, ChoosesFields {
    static let jsonFields = JSONFields.event
    static let configuration = CommandConfiguration(
        commandName: "today",
        abstract: "Show new notices and what is due today in all your courses.",
        discussion: """
            Works offline. What waits in the outbox is marked as waiting. Leaves out what you have ticked off with 'noteit done'. \
            If nothing is due today, shows the next event. --plain and --json as for 'noteit event list'; --json writes the new \
            notices first.
            """)

    @Flag(help: "Also what you have ticked off.") var done = false
    @OptionGroup var limit: ListLimit
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let clock = try await context.clock()
        let today = EventSelection(from: clock.today, to: clock.today)
        var listing = try await context.listing(
            today, withDone: done, nothing: "Nothing is due today.", clock, limit: limit.most(context))
        if context.form == .json { listing.notices = try await context.copy.unreadNotices(limit: .max).newest.reversed() }
        try await listing.show(clock, context)
        var later = EventSelection(from: clock.today)
        later.excluded = done ? [] : try await context.copy.tickedOff()
        if listing.isEmpty, let next = try await context.copy.list(later, limit: 1).sections.first,
            let event = next.events.first, let due = event.due
        {
            let clock = try await context.clock(term: event.course.term)
            context.say("Next: \(event.reference) \(event.title), \(clock.short(due)) (\(clock.distance(due)))")
        }
        try await context.sayUnread()
    }
}

extension CommandContext {
    /// What is due on some days in all my courses, below the new notices, with all that waits in the outbox.
    /// - Parameter withDone: whether to keep those that are ticked off.
    func listing(
        _ selection: EventSelection, withDone: Bool, nothing: String, _ clock: DueText, limit: Int?
    ) async throws -> EventListing {
        var left = selection
        left.excluded = withDone ? [] : try await copy.tickedOff()
        let found = try await copy.list(left, limit: limit)
        var listing = EventListing(lead: try await noticeLines(), sections: found.sections, more: found.more, nothing: nothing)
        if !left.excluded.isEmpty { listing.done = try await copy.count(selection) - copy.count(left) }
        let entries = try await outbox.entries()
        let zones = try await zones()
        listing.unsent = try unsentPosts(among: entries).filter { post in
            selection.has(day: post.event.due.map { Day($0, in: zones[post.event.course.term] ?? clock.timeZone) })
        }
        let placed = Set(listing.unsent.map(\.entry.id))
        listing.others = entries.filter { !placed.contains($0.id) }
        return listing
    }
}
