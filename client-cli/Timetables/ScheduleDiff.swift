import ArgumentParser
import NoteItCore
import NoteItTerminal

/// `noteit schedule diff`.
struct ScheduleDiff: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Compare two timetables.",
        discussion: """
            Compares the weeks, then lists the sections: - marks those of the first only, + those of the second only. \
            --plain writes the sections that differ, each after its sign.
            """)

    @Argument(help: "Name, id or link of the first.", completion: Completions.timetables) var first: String
    @Argument(help: "Name, id or link of the second.", completion: Completions.timetables) var second: String
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let left = try await context.content(of: try await context.timetable(first))
        let right = try await context.content(of: try await context.timetable(second))
        let difference = TimetableDifference(left.timetable.name, left.entries, right.timetable.name, right.entries)
        let (gone, come) = (difference.gone, difference.come)
        let rows = gone.map { ["-"] + $1.fields($0) } + come.map { ["+"] + $1.fields($0) }
        try await context.report(["-": gone.map(\.section.id), "+": come.map(\.section.id)], plain: rows) {
            context.out(difference.lines(width: context.width))
            if gone.isEmpty && come.isEmpty { context.say("They have the same sections.") }
        }
    }
}
