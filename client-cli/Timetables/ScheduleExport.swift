import ArgumentParser
import Foundation
import NoteItClient

/// `noteit schedule export`.
struct ScheduleExport: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a timetable as a calendar file or a picture.",
        discussion: """
            Examples:
              noteit schedule export "Plan A" > plan.ics
              noteit schedule export "Plan A" --picture plan.svg
            """)

    @Argument(help: "Its name, id or link.", completion: Completions.timetables) var name: String
    @Option(help: PictureFile.help) var picture: String?
    @Flag(help: "The same as --picture -.") var svg = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let timetable = try await context.timetable(name)
        if let path = picture ?? (svg ? "-" : nil) {
            try context.draw(try await context.content(of: timetable).entries, named: timetable.name, into: path)
        } else {
            context.raw(String(decoding: try await context.client.calendar(timetable.id), as: UTF8.self))
        }
    }
}
