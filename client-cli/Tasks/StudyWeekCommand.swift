import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit study week`.
struct StudyWeekCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "week",
        abstract: "Draw a week, from Monday, as a grid.",
        discussion: """
            Works offline, a week back and four weeks ahead. --plain as for 'noteit study today'. --picture writes the week as the \
            server draws it.

            Examples:
              noteit study week
              noteit study week --of "next mon"
              noteit study week --picture week.svg
            """)

    @Option(help: ArgumentHelp("The week of another day: next mon, dec 1.", valueName: "day")) var of: String?
    @Option(help: PictureFile.help) var picture: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let isOnline = try await context.getInStep(hurried: true)
        let style = try await context.studyStyle()
        let day = try of.map { try EventFilter.day($0, style.clock) } ?? style.clock.today
        let monday = day.adding(days: -day.weekday)
        if let picture {
            return try PictureFile(picture).write(try await context.client.studyPicture(from: monday), context)
        }
        // A block may have begun the day before.
        var plan = try await context.studyPlan(monday.adding(days: -1)...monday.adding(days: 6), isOnline: isOnline)
        plan.blocks = plan.blocks.filter { $0.end > monday.start(in: style.clock.timeZone) }
        let lines = StudyWeek(from: monday, blocks: plan.blocks, style: style).lines(width: context.width)
        try await context.report(plan, plain: plan.blocks.map(\.fields)) {
            context.out(lines)
            try await context.sayBelow(plan, isEmpty: lines.isEmpty, style.clock)
        }
    }
}
