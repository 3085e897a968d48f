import ArgumentParser
import Foundation
import NoteItClient
import NoteItTerminal

/// `noteit schedule export`.
struct ScheduleExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a timetable as a calendar file, or as a picture.",
        discussion: """
            Examples:
              noteit schedule export "Plan A" > plan.ics
              noteit schedule export "Plan A" --svg > plan.svg
            """)

    @Argument(help: "Its name, id or link.") var name: String
    @Flag(help: "A picture of the week in place of a calendar file.") var svg = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        let schedule = try await work.schedule(name)
        if svg {
            work.console.raw(WeekGrid(try await work.content(of: schedule).entries).svg(title: schedule.name))
        } else {
            work.console.raw(String(decoding: try await work.client.calendar(schedule.id), as: UTF8.self))
        }
    }
}
