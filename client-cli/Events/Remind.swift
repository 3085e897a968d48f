import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit remind`.
struct Remind: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remind", abstract: "Be reminded of an event at a time, or list your reminders.",
        discussion: """
            The reminder stands in your inbox at that time, on all your devices. Nobody else sees it. An event has one reminder of \
            yours: a new time takes the place of the old one. It ends without a word if the event is deleted, if you may not see \
            it any more, or if you have ticked it off. If the server is not reached, it waits in the outbox.

            Without an event, lists your reminders, the next one first. --plain writes event, time in UTC and title.

            A time without a day is the next one. A day without a time means 23:59 in the time zone of the term.

            Reminders of all due dates: noteit preferences --remind

            Examples:
              noteit remind CMPT225#42 "fri 17:00"
              noteit remind CMPT225#42 in 2 hours
              noteit remind CMPT225#42 --undo
              noteit remind                              lists them
            """)

    @Argument(help: "Event, such as CMPT225#42; none lists your reminders.", completion: Completions.events) var event: String?
    @Argument(help: ArgumentHelp("When: \(DuePhrase.examples).", valueName: "when")) var time: [String] = []
    @Flag(help: "Take the reminder away.") var undo = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        guard let event else {
            if undo { throw Complaint.usage("Name the event whose reminder you take away, such as CMPT225#42.") }
            return try await list(CommandContext(reading: session))
        }
        let words = EventWords(event, time)
        let reference = try words.event()
        let context = try await CommandContext(inStep: session)
        let thread = try await context.thread(reference)
        let clock = try await context.clock(term: thread.event.course.term)
        let time = try time(words.rest.joined(separator: " "), of: thread.event, clock)
        for line in time?.note.map({ [$0] }) ?? [] { context.say(Styled(line, .faint)) }
        switch try await context.outbox.remind(of: thread.event.id, at: time?.date) {
        case .sent(let mark):
            guard mark.remindAt == time?.date else {
                throw Complaint("This server is older than 'noteit remind': nothing was changed.")
            }
            try await context.refresh()
            let fields = [thread.event.reference, time.map { RFC3339.string($0.date) } ?? ""]
            let done = time.map {
                "Reminder of \(thread.event.reference): \(clock.full($0.date)) (\(clock.distance($0.date)))."
            }
            try context.report(mark, plain: [fields], Styled(done ?? "No reminder of \(thread.event.reference).", .good))
        case .queued(let entry, let why): try context.tellQueued(entry, why)
        case .refused(let entry):
            try await context.outbox.drop(entry.id)
            throw Complaint("The reminder of \(thread.event.reference) was not changed: \(entry.reason)")
        }
    }

    /// Nil to take the reminder away.
    private func time(_ text: String, of event: Event, _ clock: DueText) throws -> DueDate? {
        switch (text.isEmpty, undo) {
        case (true, true): return nil
        case (false, false): return try CommandContext.coming(text, clock)
        case (false, true): throw Complaint.usage("--undo takes no time.")
        case (true, false):
            throw Complaint.usage(
                "When should \(event.reference) come to mind?", "Give a time: noteit remind '\(event.reference)' \"fri 17:00\"")
        }
    }

    private func list(_ context: CommandContext) async throws {
        let marks = try await context.copy.marks().values.filter { $0.remindAt != nil }
        var items: [Item] = []
        for mark in marks {
            guard let time = mark.remindAt, let event = try await context.copy.thread(mark.event)?.event else { continue }
            items.append(Item(event: event.id, reference: event.reference, title: event.title, remindAt: time))
        }
        items.sort { ($0.remindAt, $0.reference) < ($1.remindAt, $1.reference) }
        let clock = try await context.clock()
        let rows = items.map { [$0.reference, RFC3339.string($0.remindAt), $0.title] }
        try await context.report(items, plain: rows) {
            guard !items.isEmpty else {
                return context.say("You have set no reminders. Set one: noteit remind CMPT225#42 \"fri 17:00\"")
            }
            var table = Table([.init("when"), .init(""), .init("event"), .init("title", least: 12)])
            for item in items {
                table.addRow([
                    Styled(clock.short(item.remindAt)), Styled(clock.distance(item.remindAt), .faint),
                    Styled(item.reference, .strong), Styled(item.title),
                ])
            }
            context.out(table.lines(width: context.width))
        }
    }

    private struct Item: Encodable {
        var event: Event.ID
        var reference, title: String
        var remindAt: Date
    }
}
