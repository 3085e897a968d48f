import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit schedule list`.
struct ScheduleList: ContextCommand, ChoosesFields {
    static let jsonFields = JSONFields.timetable
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List your timetables.",
        discussion: "--plain writes id, term, name and sections.")

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let timetables = try await context.timetables()
        let rows = timetables.map {
            [$0.id.description, $0.term.text, $0.name, $0.sections.map(\.text).joined(separator: ",")]
        }
        try await context.report(timetables, plain: rows) {
            guard !timetables.isEmpty else {
                return context.say(
                    "You have no timetable yet. Find one with: noteit schedule build CMPT225 MATH150 --save NAME")
            }
            var table = Table([
                .init("name", least: 10), .init("term"), .init("courses", least: 10), .init("", least: 6),
                .init("id", dropRank: 1),
            ])
            for timetable in timetables {
                let codes = timetable.courses.map(\.code)
                table.addRow([
                    Styled(timetable.name, .strong), Styled(timetable.term.text), Styled(codes.joined(separator: " ")),
                    Styled(timetable.shared ? "shared" : "", .notice), Styled(timetable.id.description, .faint),
                ])
            }
            context.out(table.lines(width: context.width, header: true))
        }
    }
}

/// `noteit schedule view`.
struct ScheduleView: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "view", abstract: "Show a timetable as a week, with the CRNs for the registrar's form.",
        discussion: "Example:\n  noteit schedule view \"Plan A\" --picture plan.svg")

    @Argument(help: "Its name, id or link.", completion: Completions.timetables) var name: String
    @Option(help: PictureFile.help) var picture: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let content = try await context.content(of: try await context.timetable(name))
        if let picture { return try context.draw(content.entries, named: content.timetable.name, into: picture) }
        try await context.report(content.timetable, plain: content.entries.map { $1.fields($0) }) {
            context.out(Styled(content.timetable.name, .heading))
            if let owner = content.timetable.owner { context.out(Styled("By \(owner)", .faint)) }
            context.show(content.entries)
            for id in content.withdrawn { context.say(Styled("\(id) is no longer offered.", .bad)) }
        }
    }
}

/// `noteit schedule save`.
struct ScheduleSave: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Keep sections as a timetable, or replace the sections of one.",
        discussion: "Example:\n  noteit schedule save \"Plan A\" 5446 5447 4481")

    @Argument(help: "The name.") var name: String
    @Argument(help: "Registration numbers (CRNs).") var crns: [Int]
    @Flag(help: "Share it with everyone who has its id.") var share = false
    @Option(help: "Another term than the current one, such as 202530 or F26.") var term: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let term = try await context.term(term) { $0.planned(at: context.now) }
        let kept = try await context.save(crns, as: name, in: term.id, share: share)
        try context.report(
            kept, plain: [[kept.id.description, kept.term.text, kept.name]],
            Styled("Kept \(kept.name), \(counted(kept.sections.count, "section")).", .good))
    }
}

extension CommandContext {
    /// Keeps sections as a timetable. One of this name in the term gets these sections, and stays shared if it was.
    func save(_ crns: [Int], as name: String, in term: Term.ID, share: Bool = false) async throws -> SavedTimetable {
        let sections = crns.map { Section.ID(term: term, crn: String($0)) }
        let old = try await timetables().first { $0.name == name && $0.term == term }
        let kept =
            if let old {
                try await client.edit(old.id, with: TimetablePatch(sections: sections, shared: share ? true : nil))
            } else {
                try await client.saveTimetable(NewTimetable(term: term, name: name, sections: sections, shared: share))
            }
        _ = try await timetables()
        return kept
    }
}

/// `noteit schedule delete`.
struct ScheduleDelete: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete your timetable.", discussion: "Asks first, unless --yes is given.")

    @Argument(help: "Its name or id.", completion: Completions.timetables) var name: String
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let timetable = try await context.timetable(name)
        if !yes { try context.confirm("delete", "'\(timetable.name)'") }
        try await context.client.delete(timetable.id)
        _ = try await context.timetables()
        context.say(Styled("Deleted \(timetable.name).", .good))
    }
}
