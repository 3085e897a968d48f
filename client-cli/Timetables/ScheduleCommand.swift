import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit schedule`.
struct ScheduleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Find timetables without clashes, keep and compare them.",
        subcommands: [
            ScheduleBuild.self, ScheduleList.self, ScheduleView.self, ScheduleSave.self, ScheduleDiff.self, ScheduleShare.self,
            ScheduleAdopt.self, ScheduleExport.self, ScheduleWatch.self, ScheduleDelete.self, ScheduleExplain.self,
        ])
}

/// A kept timetable with its courses and sections.
struct TimetableContent {
    let timetable: SavedTimetable
    let entries: [(course: Course, section: Section)]

    /// Sections that are not offered any more.
    var withdrawn: [Section.ID] {
        timetable.sections.filter { id in !entries.contains { $0.section.id == id } }
    }
}

extension CommandContext {
    /// One of my timetables by name or id, or a shared one by id or link. Throws a complaint that suggests names.
    func timetable(_ text: String) async throws -> SavedTimetable {
        if text.contains("://") {
            guard let id = client.timetable(ofLink: text) else {
                throw Complaint("'\(text)' is not a link to a timetable on \(client.server.absoluteString).")
            }
            return try await client.timetable(id)
        }
        if let id = SavedTimetable.ID(text) { return try await client.timetable(id) }
        let mine = try await timetables()
        let named = mine.filter { $0.name.lowercased() == text.lowercased() }
        if !named.isEmpty { return try pick(named, named: text) }
        let near = Suggestion.nearest(to: text, among: mine.map(\.name))
        if !near.isEmpty { throw Complaint("No timetable '\(text)'. Did you mean \(Suggestion.choice(near))?") }
        throw Complaint("No timetable '\(text)'.", advice: ["List yours with: noteit schedule list"])
    }

    /// The only one; asks on a terminal which is meant; elsewhere throws a complaint that lists them with their terms and ids.
    private func pick(_ found: [SavedTimetable], named text: String) throws -> SavedTimetable {
        if found.count == 1 { return found[0] }
        guard canAsk else {
            throw Complaint(
                "'\(text)' matches several timetables; name one by its id:",
                advice: found.map { "\($0.id)  \($0.name)  \($0.term)" }, status: ExitStatus.usage)
        }
        let choices = found.map {
            Chooser.Choice(
                key: $0.id.description,
                cells: [Styled($0.name, .strong), Styled($0.term.text), Styled($0.courses.map(\.code).joined(separator: " "))])
        }
        return found[try Chooser("Which timetable", choices).ask(console)]
    }

    /// My timetables, newest first. The local copy keeps them for completion.
    func timetables() async throws -> [SavedTimetable] {
        let timetables = try await client.timetables()
        try await copy.replaceTimetables(timetables)
        return timetables
    }

    func content(of timetable: SavedTimetable) async throws -> TimetableContent {
        var courses: [Course] = []
        for id in timetable.courses { courses.append(try await client.course(id)) }
        return TimetableContent(timetable: timetable, entries: timetable.sections.found(in: courses))
    }

    /// The week as a picture, in a file. It is the server's, drawn from what is here.
    func draw(_ entries: [(course: Course, section: Section)], named title: String, into path: String) throws {
        try PictureFile(path).write(Data(WeekOfClasses(entries).svg(title: title).utf8), self)
    }

    /// Draws the week, with the times that are kept free, then lists the sections with their CRNs.
    func show(_ entries: [(course: Course, section: Section)], around busy: [WeekDrawing.Busy] = []) {
        let grid = WeekDrawing(entries, busy: busy).lines(width: console.width)
        console.out(grid + (grid.isEmpty ? [] : [""]) + RegistrationTable(entries).lines(width: console.width))
    }
}
