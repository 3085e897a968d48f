import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit event pin`.
struct EventPin: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin", abstract: "Pin an event to the top of its course, as staff.",
        discussion: """
            'noteit event list' shows pinned events first, past ones too. A course has 10 at most. Needs the server.

            Examples:
              noteit event pin CMPT225#42
              noteit event pin CMPT225#42 --undo
              noteit event list CMPT225 --pinned
            """)

    @Argument(help: "Event, such as CMPT225#42.", completion: Completions.events) var event: [String]
    @Flag(help: "Take the pin off.") var undo = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let event = try await context.thread(EventWords(event).event()).event
        if undo { try await context.client.unpin(event.id) } else { _ = try await context.client.pin(event.id) }
        try await context.refresh()
        let now = try await context.copy.thread(event.id)?.event ?? event
        try context.report(
            now, plain: [[now.reference, now.isPinned ? "pinned" : ""]],
            Styled("\(undo ? "Unpinned" : "Pinned") \(now.reference), \(now.title)", .good))
    }
}

extension CommandContext {
    /// The pinned events of some courses, none for all mine, under a heading; no lines if there are none.
    func pinnedLines(in courses: [Course], _ clock: DueText) async throws -> [Styled] {
        var selection = EventSelection()
        (selection.courses, selection.isPinned) = (courses.map(\.id), true)
        let pinned = try await copy.list(selection).sections.flatMap(\.events)
        guard form == .pretty, !pinned.isEmpty else { return [] }
        let table = EventTable(
            [DueSection(due: nil, events: pinned)], reader: try await reader(clock, of: pinned),
            namesCourses: courses.count != 1)
        return [Styled("Pinned", .strong)] + table.lines(width: width).dropFirst() + [Styled()]
    }
}
