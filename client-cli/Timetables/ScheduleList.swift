import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit schedule list`.
struct ScheduleList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the timetables that you keep.",
        discussion: "--plain writes id, term, name and sections.")

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        let schedules = try await work.client.schedules()
        switch work.console.form {
        case .json: try work.writeJSON(schedules)
        case .plain:
            for schedule in schedules {
                work.console.row([
                    schedule.id.description, schedule.term, schedule.name, schedule.sections.joined(separator: ","),
                ])
            }
        case .pretty:
            guard !schedules.isEmpty else {
                return work.console.say("You keep no timetable yet: noteit schedule build CMPT225 MATH150 --save NAME")
            }
            var table = Table([
                .init("name", least: 10), .init("term"), .init("courses", least: 10), .init("", least: 6),
                .init("id", dropRank: 1),
            ])
            for schedule in schedules {
                let codes = schedule.courses.map { $0.split(separator: ".").last.map(String.init) ?? $0 }
                table.add([
                    Styled(schedule.name, .strong), Styled(schedule.term), Styled(codes.joined(separator: " ")),
                    Styled(schedule.shared ? "shared" : "", .notice), Styled(schedule.id.description, .faint),
                ])
            }
            work.console.out(table.lines(width: work.console.width, header: true))
        }
    }
}

/// `noteit schedule view`.
struct ScheduleView: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "view", abstract: "Show a timetable as a week, with the CRNs for the registrar's form.")

    @Argument(help: "Its name or id; the link or id of a shared one too.") var name: String
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        let content = try await work.content(of: try await work.schedule(name))
        switch work.console.form {
        case .json: try work.writeJSON(content.schedule)
        case .plain: for (course, section) in content.entries { work.console.row(section.fields(course)) }
        case .pretty:
            work.console.out(Styled(content.schedule.name, .heading))
            work.show(content.entries)
            for id in content.withdrawn { work.console.say(Styled("\(id) is no longer offered.", .bad)) }
        }
    }
}

/// `noteit schedule save`.
struct ScheduleSave: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Keep sections under a name; an existing name takes the new sections.",
        discussion: "Example:\n  noteit schedule save \"Plan A\" 5446 5447 4481")

    @Argument(help: "The name.") var name: String
    @Argument(help: "Registration numbers (CRNs).") var crns: [Int]
    @Flag(help: "Let anybody signed in read it by its id.") var share = false
    @Option(help: "Another term than the current one.") var term: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        let term = try await work.term(term)
        let sections = crns.map { Section.id(term: term.id, crn: String($0)) }
        let old = try await work.client.schedules().first { $0.name == name && $0.term == term.id }
        let kept: Schedule
        if let old {
            kept = try await work.client.edit(old.id, with: SchedulePatch(sections: sections, shared: share ? true : nil))
        } else {
            kept = try await work.client.keep(NewSchedule(term: term.id, name: name, sections: sections, shared: share))
        }
        switch work.console.form {
        case .json: try work.writeJSON(kept)
        case .plain: work.console.row([kept.id.description, kept.term, kept.name])
        case .pretty:
            let count = kept.sections.count
            work.console.say(Styled("Kept \(kept.name), \(count) section\(count == 1 ? "" : "s").", .good))
        }
    }
}

/// `noteit schedule delete`.
struct ScheduleDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "delete", abstract: "Delete a timetable that you keep.")

    @Argument(help: "Its name or id.") var name: String
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        let schedule = try await work.schedule(name)
        try await work.client.delete(schedule.id)
        work.console.say(Styled("Deleted \(schedule.name).", .good))
    }
}
