import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit study stats`.
struct StudyStatsCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show what you studied, by course, week and topic.",
        discussion: """
            The last four weeks, unless you say otherwise. Needs the server. --plain writes one line for each number: added, \
            done, open, streak, course, week and topic.

            Examples:
              noteit study stats
              noteit study stats --from "sep 1"
            """)

    @Option(help: ArgumentHelp("The first day.", valueName: "day")) var from: String?
    @Option(help: ArgumentHelp("The last day; without it today.", valueName: "day")) var to: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let clock = try await context.studyClock()
        let last = try to.map { try Self.pastDay($0, clock) } ?? clock.today
        let first = try from.map { try Self.pastDay($0, clock) } ?? last.adding(days: -27)
        guard first <= last else { throw Complaint.usage("--to must not be before --from, \(first).") }
        let stats = try await context.client.studyStats(from: first, to: last)
        let page = StudyStatsPage(stats, days: first...last, clock: clock, unicode: context.console.unicode)
        try await context.report(stats, plain: Self.rows(stats)) { context.out(page.lines(width: context.width)) }
    }

    /// A day that has passed: `sep 1` means the last one, not the next.
    private static func pastDay(_ text: String, _ clock: DueText) throws -> Day {
        let day = try EventFilter.day(text, clock)
        let lastYear = Day("\(day.year - 1)" + String(day.description.dropFirst(4)))
        return day > clock.today && !text.contains(String(day.year)) ? lastYear ?? day : day
    }

    private static func rows(_ stats: StudyStats) -> [[String]] {
        [
            ["added", "\(stats.added)"], ["done", "\(stats.done)"], ["open", "\(stats.open)"],
            ["streak", "\(stats.streakDays)"],
        ] + stats.minutes.byCourse.map { ["course", $0.course?.text ?? "", "\($0.minutes)"] }
            + stats.minutes.byWeek.map { ["week", $0.week.description, "\($0.minutes)"] }
            + stats.topics.map { ["topic", $0.title, "\($0.minutes)", RFC3339.string($0.lastStudied)] }
    }
}
