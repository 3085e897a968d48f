import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit schedule share`.
struct ScheduleShare: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "share", abstract: "Make a link to a timetable for others with an account.",
        discussion: """
            Anyone with the link can view, compare, export and adopt it, and sees your name. Nobody else can change it, or find it
            without the link.

            Examples:
              noteit schedule share "Plan A"
              noteit schedule view LINK
              noteit schedule share "Plan A" --stop      the link stops working
            """)

    @Argument(help: "Its name or id.", completion: Completions.timetables) var name: String
    @Flag(help: "Stop sharing it.") var stop = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let timetable = try await context.client.edit(try await context.timetable(name).id, with: TimetablePatch(shared: !stop))
        switch context.form {
        case .json: try context.writeJSON(timetable)
        case .plain, .pretty:
            if stop { return context.say(Styled("\(timetable.name) is no longer shared.", .good)) }
            context.out(Styled(context.client.link(to: timetable.id)))
            context.say(Styled("Anyone with an account there views it with: noteit schedule view LINK", .faint))
        }
    }
}
