import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit event list`.
struct EventList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List events, soonest due first.",
        discussion: """
            Of one course, or of all yours. What was due before today is left out unless you ask for it, by --past or \
            --from. Works offline. --plain writes course, number, due time in UTC, kind, visibility, author, number of \
            replies, title and latest text.

            Marks: a dot (or +) new to you, * yours, ? a question not answered yet, a tick (or A) an answered one, a lock (or P) private, S staff only.

            Examples:
              noteit event list CMPT225
              noteit event list --kind exam
              noteit event list CMPT225 --open
              noteit event list CMPT225 --mine --past
              noteit event list -q heaps --from today --to "in 2 weeks"
            """)

    @Argument(help: "Course, such as CMPT225; all yours if left out.", completion: Completions.courses) var course: [String] =
        []
    @OptionGroup var filter: EventFilter
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let name = course.joined()
        let course = name.isEmpty ? nil : try await work.myCourse(name)
        let (clock, unread) = (try await work.clock(term: course?.term), try await work.unread())
        let listing = try await filter.listing(course, clock, work)
        try await EventListing(
            sections: listing.sections, hidden: listing.hidden, course: course,
            nothing: "No events\(course.map { " in \($0.code)" } ?? "")\(filter.isAny ? " like that" : " yet")."
        ).show(clock, work)
        try await work.sayUnread(unread.filter { course == nil || $0.course == course?.id })
    }
}

/// Due-date sections as every list of events is shown.
struct EventListing {
    var sections: [DueSection]
    /// How many earlier ones are left out.
    var hidden = 0
    /// Nil: of all my courses.
    var course: Course?
    /// What to say if there is none.
    var nothing: String

    func show(_ clock: DueText, _ work: Workplace) async throws {
        var list = NoteItTerminal.EventList(
            sections, reader: try work.account().id, marks: try await work.copy.marks(), clock: clock,
            unicode: work.console.unicode, namesCourses: course == nil)
        list.names = NameBook(try await work.copy.authors())
        switch work.console.form {
        case .json: try work.writeJSON(DuePage(sections: sections, next: nil))
        case .plain: for line in list.plainLines { work.console.raw(line + "\n") }
        case .pretty:
            if sections.isEmpty { work.console.say(Styled(nothing)) }
            work.console.out(list.lines(width: work.console.width))
            if let legend = list.legend, Console.outputIsTerminal {
                work.console.say("")
                work.console.say(legend)
            }
            if hidden > 0 {
                work.console.say(Styled("\(hidden) earlier: --past", .faint))
            }
        }
    }
}
