import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// The most events of a list.
struct ListLimit: ParsableArguments {
    /// Enough for a few screens.
    static let standard = 100

    @Option(
        help: ArgumentHelp("The most events to show. (default: \(standard); with --json and --plain all)", valueName: "count"))
    var limit: Int?

    func validate() throws {
        guard limit.map({ $0 > 0 }) ?? true else { throw ValidationError("--limit must be 1 or more.") }
    }

    /// Nil means all: programs expect whole lists.
    func most(_ context: CommandContext) -> Int? { limit ?? (context.form == .pretty ? Self.standard : nil) }
}

/// A list of events in due-date sections, as every command shows it.
struct EventListing {
    /// Lines above the list.
    var lead: [Styled] = []
    var sections: [DueSection] = []
    /// How many earlier events are left out.
    var hidden = 0
    /// How many are left out because they are done.
    var done = 0
    /// How many more there are than the limit.
    var more = 0
    /// The message for an empty list.
    var nothing: String
    /// New notices, for `--json`.
    var notices: [Event] = []
    /// None means all mine.
    var courses: [Course] = []
    /// What the server does not have yet and belongs into the sections.
    var unsent: [UnsentPost] = []
    /// Everything else that the server does not have yet.
    var others: [OutboxEntry] = []

    var isEmpty: Bool { sections.isEmpty && unsent.isEmpty }

    func show(_ clock: DueText, _ context: CommandContext) async throws {
        if context.form == .json {
            let due = sections.flatMap(\.events)
            let new = notices.filter { notice in !due.contains { $0.id == notice.id } }
            let items = try await context.listed(new + due)
            let undated = try context.unsentPosts(among: others).filter { $0.event.due == nil }
            return try context.writeJSON(items + (unsent + undated).map { ListedEvent($0) })
        }
        let states = Dictionary(unsent.map { ($0.event.id, $0.entry.unsent) }, uniquingKeysWith: { first, _ in first })
        let reader = try await context.reader(clock, of: sections.flatMap(\.events))
        let all = sections.adding(unsent.map(\.event)) { reader.clock(of: $0).timeZone }
        let list = EventTable(all, reader: reader, namesCourses: courses.count != 1, unsent: states)
        if context.form == .plain {
            for line in list.plainLines { context.raw(line + "\n") }
            return
        }
        var lines = lead + list.lines(width: context.width)
        let rest = try await context.unsentLines(others)
        if !rest.isEmpty { lines += (all.isEmpty ? [] : [Styled()]) + rest }
        context.show(lines)
        if all.isEmpty { context.say(Styled(nothing)) }
        if let legend = list.legend, Console.outputIsTerminal {
            context.say("")
            context.say(legend)
        }
        let shown = sections.reduce(0) { $0 + $1.events.count }
        if more > 0 { context.say(Styled("\(more) more: --limit \(shown + more)", .faint)) }
        if hidden > 0 { context.say(Styled("\(hidden) earlier: --past", .faint)) }
        if done > 0 { context.say(Styled("\(done) done: --done", .faint)) }
    }
}

extension [DueSection] {
    /// These sections with more events, each in the section of its day, after events of the same time.
    func adding(_ events: [Event], in zone: (Event) -> TimeZone) -> [DueSection] {
        var sections = self
        for event in events {
            let day = event.due.map { Day($0, in: zone(event)) }
            if let index = sections.firstIndex(where: { $0.due == day }) {
                let place = sections[index].events.firstIndex { ($0.due ?? .distantFuture) > (event.due ?? .distantFuture) }
                sections[index].events.insert(event, at: place ?? sections[index].events.endIndex)
            } else {
                let place = day.flatMap { day in sections.firstIndex { $0.due.map { $0 > day } ?? true } }
                sections.insert(DueSection(due: day, events: [event]), at: place ?? sections.endIndex)
            }
        }
        return sections
    }
}

extension CommandContext {
    /// Writes lines of data; on a terminal that they do not fit, through the pager.
    func show(_ lines: [Styled]) {
        guard form == .pretty, Console.outputIsTerminal, canAsk, lines.count >= Console.height else { return out(lines) }
        let text = lines.map { console.outColours.paint($0) + "\n" }.joined()
        if ExternalProgram.pager().show(text) == 127 { out(lines) }
    }
}
