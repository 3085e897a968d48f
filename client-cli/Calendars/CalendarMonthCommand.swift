import ArgumentParser
import NoteItCore
import NoteItTerminal

/// `noteit calendar month`.
struct CalendarMonthCommand: AsyncParsableCommand, AcceptsWords {
    static let configuration = CommandConfiguration(
        commandName: "month",
        abstract: "Show a month, and what is on one of its days.",
        discussion: """
            A sign after a day says what is on it, and a number how many are due. On a terminal, keys move: arrows or h j k l by \
            day and week, n and p by month, t to today; Enter opens the day, then an event or a task of it; q goes \
            back and ends. --no-input only prints.

            Works offline, without the events of imports. --plain writes start and end in UTC, allDay, kind, title, course, \
            event, place, done, calendar and id.

            Examples:
              noteit calendar
              noteit calendar month --at "next fri"
              noteit calendar CMPT225 MATH150 --at 2026-12
            """)

    @OptionGroup var what: CalendarOptions
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws { try await what.show(.month, session) }
}

/// `noteit calendar week`.
struct CalendarWeekCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "week",
        abstract: "Show the seven days of a week.",
        discussion: """
            Days are columns, with now marked; entries of whole days stand below. On a low terminal the days are a list. Keys, --plain and use offline as for 'noteit calendar month'.

            Examples:
              noteit calendar week
              noteit calendar week CMPT225 --at "next mon"
            """)

    @OptionGroup var what: CalendarOptions
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws { try await what.show(.week, session) }
}

/// What the month and the week show.
struct CalendarOptions: ParsableArguments {
    @Argument(help: "Only these courses, such as CMPT225.", completion: Completions.courses) var courses: [String] = []
    @Option(
        name: [.customLong("at"), .customLong("day")],
        help: ArgumentHelp("A day or a month: fri, 2026-11-25, dec, next month.", valueName: "date"))
    var at: String?

    func show(_ view: CalendarBrowser.View, _ session: SessionOptions) async throws {
        let context = try CommandContext(session)
        let isOnline = try await context.getInStep(hurried: true) { try await $0.calendarStyle().clock }
        let style = try await context.calendarStyle()
        let reading = CalendarReading(
            context: context, isOnline: isOnline, courses: try await courses(context, style.clock),
            zoneNote: try await context.zoneNote(style.clock))
        let day = try at.map { try Self.day($0, style.clock) } ?? style.clock.today
        let browser = CalendarBrowser(view, day: day, today: style.clock.today, weekStart: style.weekStart)
        if context.canBrowse { return try await CalendarScreen(reading, style, session).browse(browser) }
        let answer = try await reading.days(browser.days, style)
        try await context.report(answer.days, plain: answer.items.map(\.fields)) {
            let style = style.reading(answer)
            if view == .month {
                context.out(CalendarMonth(day, items: answer.items, style: style).lines(width: context.width))
                context.out("")
                context.out(CalendarList(day...day, items: answer.items, style: style).lines(width: context.width))
            } else {
                let grid = CalendarWeek(from: browser.days.lowerBound, items: answer.items, style: style)
                    .lines(width: context.width)
                if !grid.isEmpty { context.out(grid + [""]) }
                context.out(CalendarList(browser.days, items: answer.items, style: style).lines(width: context.width))
            }
            for note in reading.notes(on: answer, style.clock) { context.say(note) }
        }
    }

    private func courses(_ context: CommandContext, _ clock: DueText) async throws -> Set<Course.ID> {
        var ids: Set<Course.ID> = []
        for name in CourseWords.courses(in: courses.joined(separator: " ")) {
            do {
                ids.insert(try await context.myCourse(name).id)
            } catch let complaint as Complaint {
                guard (try? Self.day(name, clock)) != nil else { throw complaint }
                throw Complaint.usage("'\(name)' is not a course of yours.", "For a day or a month, use --at \(name).")
            }
        }
        return ids
    }

    private static func day(_ text: String, _ clock: DueText) throws -> Day {
        let phrase = DuePhrase(now: clock.now, timeZone: clock.timeZone)
        return try (phrase.month(text) ?? phrase.day(text))
            .understood(text, as: "a day or a month", "Try one of: today, fri, dec 1, 2026-12-01, dec, next month")
    }
}
