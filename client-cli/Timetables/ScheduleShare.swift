import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit schedule share`.
struct ScheduleShare: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share", abstract: "Make a link to a timetable, for anybody who has an account here.",
        discussion: """
            With the link they view, compare, export and adopt it; they cannot change it, nor find it without the link.

            Examples:
              noteit schedule share "Plan A"
              noteit schedule view LINK
              noteit schedule share "Plan A" --stop      the link ends
            """)

    @Argument(help: "Its name or id.") var name: String
    @Flag(help: "Share it no longer.") var stop = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        let schedule = try await work.client.edit(try await work.schedule(name).id, with: SchedulePatch(shared: !stop))
        switch work.console.form {
        case .json: try work.writeJSON(schedule)
        case .plain, .pretty:
            if stop { return work.console.say(Styled("\(schedule.name) is yours alone again.", .good)) }
            work.console.out(Styled(work.client.link(to: schedule.id)))
            work.console.say(Styled("Anybody signed in there sees it with: noteit schedule view LINK", .faint))
        }
    }
}
