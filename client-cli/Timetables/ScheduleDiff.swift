import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit schedule diff`.
struct ScheduleDiff: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Compare two timetables.",
        discussion: """
            What the weeks are like, then the sections: - for the first alone, + for the second alone. --plain writes the \
            sections that differ, behind the sign.
            """)

    @Argument(help: "Name, id or link of the first.") var first: String
    @Argument(help: "Name, id or link of the second.") var second: String
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        let left = try await work.content(of: try await work.schedule(first))
        let right = try await work.content(of: try await work.schedule(second))
        let difference = TimetableDifference(left.schedule.name, left.entries, right.schedule.name, right.entries)
        let (gone, come) = (difference.gone, difference.come)
        switch work.console.form {
        case .json: try work.writeJSON(["-": gone.map(\.section.id), "+": come.map(\.section.id)])
        case .plain:
            for (course, section) in gone { work.console.row(["-"] + section.fields(course)) }
            for (course, section) in come { work.console.row(["+"] + section.fields(course)) }
        case .pretty:
            work.console.out(difference.lines(width: work.console.width))
            if gone.isEmpty && come.isEmpty { work.console.say("They have the same sections.") }
        }
    }
}
