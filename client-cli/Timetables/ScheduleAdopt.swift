import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit schedule adopt`.
struct ScheduleAdopt: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopt", abstract: "Join all sections of a timetable, or none.",
        discussion: """
            You then see what is posted in them. This does not register you: give the CRNs to the registrar. Warns of full \
            sections and of clashes with sections that you are in, and drops none of these.
            """)

    @Argument(help: "Its name, id or link.", completion: Completions.timetables) var name: String
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let context = try CommandContext(session)
        let content = try await context.content(of: try await context.timetable(name))
        let timetable = content.timetable
        try await JoinWarnings(content.entries, context).say()
        if context.canAsk, !yes {
            context.show(content.entries)
            guard try context.console.confirm("Join all of these?", standard: true) else { throw Cancelled() }
        }
        let answer = try await context.client.adopt(timetable.id)
        try await context.refresh()
        try await context.tellWaiting(answer, for: timetable.sections)
        let waiting = Set((answer.waiting ?? []).map(\.section))
        let joined = timetable.sections.filter { !waiting.contains($0) }
        let whole = joined.count == timetable.sections.count
        try await context.report(answer.items, plain: joined.map { [$0.text] }) {
            guard !joined.isEmpty else { return }
            context.say(Styled("Joined \(whole ? "the " : "")\(counted(joined.count, "section")) of \(timetable.name).", .good))
        }
    }
}
