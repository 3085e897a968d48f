import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// The filters of event lists.
struct EventFilter: ParsableArguments {
    @Option(help: "Only this kind.") var kind: Event.Kind?
    @Option(help: "Only events with this tag.") var tag: String?
    @Flag(help: "Only your own.") var mine = false
    @Option(help: "Only by this person: a name or the beginning of one, or the email.", completion: Completions.authors)
    var author: String?
    @Option(help: ArgumentHelp("Due on this day or later.", valueName: "day")) var from: String?
    @Option(help: ArgumentHelp("Due on this day or earlier.", valueName: "day")) var to: String?
    @Option(
        name: [.customShort("q"), .customLong("query")],
        help: ArgumentHelp("Only events with this in the title or text.", valueName: "text"))
    var text: String?
    @Flag(help: "Only questions without a reply.") var unanswered = false
    @Flag(help: "Only questions without an accepted or endorsed answer.") var open = false
    @Flag(help: "Only events with something new to you.") var unread = false
    @Flag(help: "Also events that were due before today.") var past = false

    /// Whether any filter is set.
    var isAny: Bool {
        kind != nil || tag != nil || mine || author != nil || from != nil || to != nil || text != nil || unanswered || open
            || unread
    }

    /// The matching events of `course` (nil means all my courses), and how many earlier ones are left out.
    func listing(_ course: Course?, _ clock: DueText, _ context: CommandContext) async throws -> (
        sections: [DueSection], hidden: Int
    ) {
        let (from, to) = (try from.map { try Self.day($0, clock) }, try to.map { try Self.day($0, clock) })
        let (reader, marks) = (try context.account().id, try await context.copy.marks())
        let all: [DueSection] =
            if let course { try await context.copy.events(in: course.id, from: from, to: to) } else {
                try await context.copy.agenda(from: from, to: to)
            }
        let found = all.keeping { fits($0, reader: reader, marks[$0.id]) }
        guard !past, from == nil else { return (found, 0) }
        let isShown = { (section: DueSection) in section.due.map { $0 >= clock.today } ?? true }
        return (found.filter(isShown), found.filter { !isShown($0) }.reduce(0) { $0 + $1.events.count })
    }

    private func fits(_ event: Event, reader: Account.ID, _ mark: EventMark?) -> Bool {
        if let kind, event.kind != kind { return false }
        if let tag, !event.tags.contains(where: { $0.lowercased() == tag.lowercased() }) { return false }
        if mine, !event.isOwn(of: reader, mark) { return false }
        if open, !event.isOpen { return false }
        if unread, !event.isUnread(by: reader, mark) { return false }
        if unanswered, !event.isUnanswered { return false }
        if let text, ![event.title, event.body].contains(where: { $0.range(of: text, options: .caseInsensitive) != nil }) {
            return false
        }
        return author.map { event.author.isNamed($0) } ?? true
    }

    /// Throws a usage complaint with examples if the phrase is not a day.
    static func day(_ text: String, _ clock: DueText) throws -> Day {
        try DuePhrase(now: clock.now, timeZone: clock.timeZone).day(text)
            .understood(text, as: "a day", "Try one of: today, fri, in 3 days, dec 1, 2026-12-01")
    }
}

extension Author {
    /// Whether a name of this person begins with `text`, or the email address is `text`.
    fileprivate func isNamed(_ text: String) -> Bool {
        let (name, text) = (displayName.lowercased(), text.lowercased())
        return name.hasPrefix(text) || name.split(separator: " ").contains { $0.hasPrefix(text) } || email?.lowercased() == text
    }
}

extension [DueSection] {
    /// The sections with only the matching events; empty sections are left out.
    func keeping(_ fits: (Event) -> Bool) -> [DueSection] {
        compactMap { section in
            let events = section.events.filter(fits)
            return events.isEmpty ? nil : DueSection(due: section.due, events: events)
        }
    }
}
