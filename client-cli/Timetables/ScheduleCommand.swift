import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit schedule`.
struct ScheduleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Find timetables that do not clash, keep and compare them.",
        subcommands: [
            ScheduleBuild.self, ScheduleList.self, ScheduleView.self, ScheduleSave.self, ScheduleDiff.self, ScheduleShare.self,
            ScheduleAdopt.self, ScheduleExport.self, ScheduleWatch.self, ScheduleDelete.self, ScheduleExplain.self,
        ])
}

/// A timetable with what its sections are.
struct ScheduleContent {
    let schedule: Schedule
    let entries: [(course: Course, section: Section)]

    /// Sections that are not offered any more.
    var withdrawn: [Section.ID] {
        schedule.sections.filter { id in !entries.contains { $0.section.id == id } }
    }
}

extension Workplace {
    /// One of my timetables by name or id, or a shared one by id or link. Throws a complaint with near names.
    func schedule(_ text: String) async throws -> Schedule {
        if text.contains("://") {
            guard let id = client.schedule(ofLink: text) else {
                throw Complaint("'\(text)' is no link to a timetable of \(client.server.absoluteString).")
            }
            return try await client.schedule(id)
        }
        if let id = Schedule.ID(text) { return try await client.schedule(id) }
        let mine = try await client.schedules()
        if let named = mine.first(where: { $0.name.lowercased() == text.lowercased() }) { return named }
        let near = Suggestion.nearest(to: text, among: mine.map(\.name))
        if !near.isEmpty { throw Complaint("No timetable '\(text)'. Did you mean \(Suggestion.choice(near))?") }
        throw Complaint("No timetable '\(text)'.", advice: ["See yours with: noteit schedule list"])
    }

    func content(of schedule: Schedule) async throws -> ScheduleContent {
        var courses: [Course] = []
        for id in schedule.courses { courses.append(try await client.course(id)) }
        let entries = schedule.sections.compactMap { id in
            courses.lazy.compactMap { course in course.sections.first { $0.id == id }.map { (course, $0) } }.first
        }
        return ScheduleContent(schedule: schedule, entries: entries)
    }

    /// The week, then the sections with the numbers that the registrar's form asks for.
    func show(_ entries: [(course: Course, section: Section)]) {
        let grid = WeekGrid(entries).lines(width: console.width)
        console.out(grid + (grid.isEmpty ? [] : [""]) + TimetableSections(entries).lines(width: console.width))
    }
}
