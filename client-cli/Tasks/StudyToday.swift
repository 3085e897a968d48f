import ArgumentParser
import NoteItCore
import NoteItTerminal

/// `noteit study today`.
struct StudyToday: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "today",
        abstract: "Draw today, or another day: classes, fixed times and planned study.",
        discussion: """
            Works offline, a week back and four weeks ahead. Planned study is grey; fixed times have the colour of their \
            priority, classes are blue. --plain writes start and end in UTC, study, break, fixed or class, title, course, \
            done, missed or pinned, task and id.

            Examples:
              noteit study
              noteit study today --day tomorrow
            """)

    @Option(help: ArgumentHelp("Another day: tomorrow, fri, dec 1.", valueName: "day")) var day: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let isOnline = try await context.getInStep(hurried: true)
        let style = try await context.studyStyle()
        let day = try day.map { try EventFilter.day($0, style.clock) } ?? style.clock.today
        // A block may have begun the day before.
        var plan = try await context.studyPlan(day.adding(days: -1)...day, isOnline: isOnline)
        let page = StudyDay(day, blocks: plan.blocks, style: style)
        plan.blocks = plan.blocks.filter { $0.end > day.start(in: style.clock.timeZone) }
        try await context.report(plan, plain: plan.blocks.map(\.fields)) {
            context.out(page.lines(width: context.width))
            try await context.sayBelow(plan, isEmpty: page.isEmpty, style.clock)
        }
    }
}

extension CommandContext {
    /// What stands below a page of study time: whether nothing is planned, how many tasks have no place, and the zone of the times if
    /// it is another one.
    func sayBelow(_ plan: StudyPlan, isEmpty: Bool, _ clock: DueText) async throws {
        if isEmpty {
            say("Nothing is planned.")
            try await sayMissingHours()
        }
        if !plan.unplaced.isEmpty {
            say(Styled("\(counted(plan.unplaced.count, "task")) without a place: noteit study plan", .warning))
        }
        if let note = try await zoneNote(clock) { say(note) }
    }
}
