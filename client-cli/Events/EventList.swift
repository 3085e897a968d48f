import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit event list`.
struct EventList: AsyncParsableCommand, ChoosesFields {
    static let jsonFields = JSONFields.event
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List events, soonest due first.",
        discussion: """
            Lists one course, or all yours. Leaves out events that were due before today, unless --past or --from is given. \
            Works offline. --plain writes course, number, due time in UTC, kind, visibility, author, number of replies, \
            title and latest text. --json writes a list of events, each with its "reference", CMPT225#42, and whether it \
            is "unread".

            Marks: a dot (or +) new to you, * yours, ? a question without an answer, a tick (or A) an answered question, a \
            lock (or P) private, S staff only.

            Examples:
              noteit event list CMPT225
              noteit event list --kind exam --json reference,title,due
              noteit event list CMPT225 --open
              noteit event list CMPT225 --mine --past
              noteit event list -q heaps --from today --to "in 2 weeks"
            """)

    @Argument(help: "Course, such as CMPT225; without it, all yours.", completion: Completions.courses) var course: [String] =
        []
    @OptionGroup var filter: EventFilter
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let context = try await CommandContext(inStep: session)
        let name = course.joined()
        let course = name.isEmpty ? nil : try await context.myCourse(name)
        let (clock, unread) = (try await context.clock(term: course?.term), try await context.unread())
        let listing = try await filter.listing(course, clock, context)
        try await EventListing(
            sections: listing.sections, hidden: listing.hidden, course: course,
            nothing: "No events\(course.map { " in \($0.code)" } ?? "")\(filter.isAny ? " like that" : " yet")."
        ).show(clock, context)
        try await context.sayUnread(unread.filter { course == nil || $0.course == course?.id })
    }
}

/// A list of events in due-date sections, as every command shows it.
struct EventListing {
    var sections: [DueSection]
    /// How many earlier events are left out.
    var hidden = 0
    /// Nil means all my courses.
    var course: Course?
    /// The message for an empty list.
    var nothing: String

    func show(_ clock: DueText, _ context: CommandContext) async throws {
        let list = EventTable(sections, reader: try await context.reader(clock), namesCourses: course == nil)
        switch context.form {
        case .json: try context.writeJSON(try await context.listed(sections.flatMap(\.events)))
        case .plain: for line in list.plainLines { context.raw(line + "\n") }
        case .pretty:
            if sections.isEmpty { context.say(Styled(nothing)) }
            context.out(list.lines(width: context.width))
            if let legend = list.legend, Console.outputIsTerminal {
                context.say("")
                context.say(legend)
            }
            if hidden > 0 {
                context.say(Styled("\(hidden) earlier: --past", .faint))
            }
        }
    }
}
