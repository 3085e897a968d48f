import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit study plan`.
struct StudyPlanCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Show the study blocks of the coming days, and the tasks without a place.",
        discussion: """
            Works offline, four weeks ahead. For each task without a place it says how much is missing, why, and the smallest \
            change that would place it. --plain writes the blocks as 'noteit study today' does.

            Examples:
              noteit study plan
              noteit study plan --days 28
            """)

    @Option(help: "How many days, today included.") var days = 7
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        guard (1...366).contains(days) else { throw ValidationError("--days must be 1 to 366.") }
    }

    func run(_ context: CommandContext) async throws {
        let isOnline = try await context.getInStep(hurried: true)
        let style = try await context.studyStyle()
        let range = style.clock.today...style.clock.today.adding(days: days - 1)
        let plan = try await context.studyPlan(range, isOnline: isOnline)
        let lines = StudyPlanPage(plan, days: range, style: style).lines(width: context.width)
        try await context.report(plan, plain: plan.blocks.map(\.fields)) {
            context.out(lines)
            if lines.isEmpty { context.say("No study is planned in these days.") }
            try await context.sayPartlyPlanned(try await context.copy.tasks()) {
                let today = style.clock.today
                return try await context.studyPlan(today.adding(days: -1)...today.adding(days: 27), isOnline: isOnline)
            }
            try await context.sayMissingHours()
        }
    }
}
