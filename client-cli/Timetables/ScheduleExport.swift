import ArgumentParser
import Foundation
import NoteItClient
import NoteItTerminal

/// `noteit schedule export`.
struct ScheduleExport: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a timetable as a calendar file or a picture.",
        discussion: """
            Examples:
              noteit schedule export "Plan A" > plan.ics
              noteit schedule export "Plan A" --svg > plan.svg
            """)

    @Argument(help: "Its name, id or link.", completion: Completions.timetables) var name: String
    @Flag(help: "Write an SVG picture of the week instead.") var svg = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let timetable = try await context.timetable(name)
        if svg {
            context.raw(WeekDrawing(try await context.content(of: timetable).entries).svg(title: timetable.name))
        } else {
            context.raw(String(decoding: try await context.client.calendar(timetable.id), as: UTF8.self))
        }
    }
}
