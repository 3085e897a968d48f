import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit schedule adopt`.
struct ScheduleAdopt: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopt", abstract: "Join all sections of a timetable, or none.")

    @Argument(help: "Its name or id.") var name: String
    @Flag(name: .shortAndLong, help: "Do not ask whether to go ahead.") var yes = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        let schedule = try await work.schedule(name)
        if work.console.canAsk, !yes {
            work.show(try await work.content(of: schedule).entries)
            guard try work.console.confirm("Join all of these?", standard: true) else { throw Cancelled() }
        }
        let held = try await work.client.adopt(schedule.id)
        _ = try await work.space.sync.refresh()
        switch work.console.form {
        case .json: try work.writeJSON(held)
        case .plain: for section in schedule.sections { work.console.row([section]) }
        case .pretty: work.console.say(Styled("Joined the \(schedule.sections.count) sections of \(schedule.name).", .good))
        }
    }
}

/// `noteit schedule diff`.
struct ScheduleDiff: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Say in which sections two timetables differ.",
        discussion: "Lines begin with - for the first alone, + for the second alone.")

    @Argument(help: "Name or id of the first.") var first: String
    @Argument(help: "Name or id of the second.") var second: String
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        let left = try await work.content(of: try await work.schedule(first))
        let right = try await work.content(of: try await work.schedule(second))
        let (gone, come) = (only(left, but: right), only(right, but: left))
        switch work.console.form {
        case .json: try work.writeJSON(["-": gone.map(\.section.id), "+": come.map(\.section.id)])
        case .plain, .pretty:
            if gone.isEmpty && come.isEmpty { return work.console.say("They have the same sections.") }
            for (course, section) in gone { work.console.out(line("-", course, section, .bad)) }
            for (course, section) in come { work.console.out(line("+", course, section, .good)) }
        }
    }

    private func only(_ content: ScheduleContent, but other: ScheduleContent) -> [(course: Course, section: Section)] {
        content.entries.filter { !other.schedule.sections.contains($0.section.id) }
    }

    private func line(_ sign: String, _ course: Course, _ section: Section, _ tone: Tone) -> Styled {
        Styled("\(sign) \(course.code) \(section.kind) \(section.code) (\(section.crn)) \(section.times)", tone)
    }
}

/// `noteit schedule export`.
struct ScheduleExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a timetable as a calendar file, or as a picture.",
        discussion: """
            Examples:
              noteit schedule export "Plan A" > plan.ics
              noteit schedule export "Plan A" --svg > plan.svg
            """)

    @Argument(help: "Its name or id.") var name: String
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

/// `noteit schedule explain`.
struct ScheduleExplain: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "explain", abstract: "Say how timetables are ranked.")

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() throws {
        session.console.raw(
            """
            The cost of a timetable, lower is better:

                50 for each idle minute between the first and the last class of a day
              + 10 for each class minute outside the hours you prefer (--prefer)
              + 50 for each class minute in a time that had better stay free (--maybe-busy)
              + 5000 for each day with a class that had better have none (--avoid)
              + 10 x credits x (500 - rating x 100)        of each course, 3.00 of 5 where not known
              + 10 x credits x (400 - grade average x 100) of each course, 3.00 of 4 where not known

            Two classes clash if they share a weekday, their times overlap, and their dates meet on that weekday. Sections \
            without a fixed time clash with nothing. Of equal costs the lower CRNs come first. Sections with the same times \
            are shown once, the others beside them. The count is exact, and the best are the best: nothing is left to chance.

            """)
    }
}
