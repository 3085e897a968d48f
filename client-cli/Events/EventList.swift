import ArgumentParser
import NoteItCore

/// `noteit event list`.
struct EventList: ReadingCommand, ChoosesFields {
    static let jsonFields = JSONFields.event
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List events, soonest due first.",
        discussion: """
            Lists some courses, or all yours, pinned events first. Leaves out events that were due before today, unless --past or --from is given. \
            Of undated events, the newest are listed. Posts that wait in the outbox are marked as waiting. A list that does \
            not fit the terminal opens in $NOTEIT_PAGER, else $PAGER, else less; not with --no-input.

            Works offline. --plain writes course, number or waiting, due time in UTC, kind, visibility, author, number of \
            replies, title and latest text. --json writes a list of events, each with its "reference", CMPT225#42, and \
            whether it is "unread"; a post that waits has no reference, and why it waits under "waiting".

            Marks: a dot (or +) new to you, * yours, ? a question without an answer, a tick (or A) an answered question, a \
            lock (or P) private, S staff only, x done.

            Examples:
              noteit event list CMPT225
              noteit event list CMPT225 MATH150
              noteit event list --kind exam --json reference,title,due
              noteit event list CMPT225 --open
              noteit event list CMPT225 --mine --past
              noteit event list --scheduled
              noteit event list -q heaps --from today --to "in 2 weeks"
            """)

    @Argument(help: "Courses, such as CMPT225; without any, all yours.", completion: Completions.courses)
    var courses: [String] = []
    @OptionGroup var filter: EventFilter
    @OptionGroup var limit: ListLimit
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let courses = try await context.myCourses(courses)
        let clock = try await context.clock(term: courses.first?.term)
        var listing = try await filter.listing(courses, clock, limit: limit.most(context), context)
        let place = courses.isEmpty ? "" : " in \(courses.map(\.name).joined(separator: ", "))"
        listing.nothing = "No events\(place)\(filter.isAny ? " like that" : " yet")."
        if !filter.isAny { listing.lead = try await context.pinnedLines(in: courses, clock) }
        try await listing.show(clock, context)
        try await context.sayUnread(in: courses.map(\.id))
    }
}
