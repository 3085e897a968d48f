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
            ScheduleBuild.self, ScheduleList.self, ScheduleView.self, ScheduleSave.self, ScheduleDiff.self, ScheduleAdopt.self,
            ScheduleExport.self, ScheduleWatch.self, ScheduleDelete.self, ScheduleExplain.self,
        ])
}

/// A timetable with what its sections are.
struct ScheduleContent {
    let schedule: Schedule
    let entries: [(course: Course, section: Section)]
}

extension Workplace {
    /// One of my timetables by name or id, or a shared one by id. Throws a complaint with near names.
    func schedule(_ text: String) async throws -> Schedule {
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
        console.out(WeekGrid(entries).lines(width: console.width))
        var table = Table([
            .init("course"), .init("section"), .init("CRN"), .init("times", least: 12), .init("title", least: 10, dropRank: 1),
        ])
        for (course, section) in entries {
            table.add([
                Styled(course.code, .strong), Styled("\(section.kind) \(section.code)"), Styled(section.crn),
                Styled(section.times.isEmpty ? "no fixed time" : section.times), Styled(course.title, .faint),
            ])
        }
        console.out("")
        console.out(table.lines(width: console.width))
    }
}
