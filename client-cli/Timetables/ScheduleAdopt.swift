import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit schedule adopt`.
struct ScheduleAdopt: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopt", abstract: "Join all sections of a timetable, in place of others of its courses.",
        discussion: """
            You then see what is posted in them. This does not register you: give the CRNs to the registrar. Other sections of \
            the same courses that you are in, such as the tutorials of another timetable, are left in the same step; --keep \
            stays in them. Shows what goes and what comes, and asks. Warns of full sections and of clashes.
            """)

    @Argument(help: "Its name, id or link.", completion: Completions.timetables) var name: String
    @Flag(help: "Stay in the other sections of its courses.") var keep = false
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let content = try await context.content(of: try await context.timetable(name))
        let timetable = content.timetable
        let leaving = keep ? [] : try await replaced(by: content, context)
        let names = leaving.map { "\($0.course.name) \($0.section.code)" }.joined(separator: ", ")
        if !yes {
            if !leaving.isEmpty, !context.canAsk {
                throw Complaint.usage(
                    "This would leave \(names).",
                    "Confirm with --yes, or stay in \(leaving.count == 1 ? "it" : "them") with --keep.")
            }
            try await JoinWarnings(content.entries, leaving: leaving, context).say()
            if context.canAsk { try confirm(content, leaving, context) }
        } else {
            try await JoinWarnings(content.entries, leaving: leaving, context).say()
        }
        let answer = try await context.client.adopt(timetable.id, dropping: leaving.map(\.section.id))
        try await context.refresh()
        let stayed = leaving.filter { entry in answer.items.contains { $0.section == entry.section.id } }
        let left = leaving.filter { entry in !stayed.contains { $0.section.id == entry.section.id } }
        for (course, section) in left { context.say(Styled("Left \(course.name) \(section.label).", .good)) }
        for (course, section) in stayed {
            context.say(Styled("You stay in \(course.name) \(section.label) until you are let in.", .warning))
        }
        try await context.tellWaiting(answer, for: timetable.sections)
        let waiting = Set((answer.waiting ?? []).map(\.section))
        let joined = timetable.sections.filter { !waiting.contains($0) }
        let whole = joined.count == timetable.sections.count
        try await context.report(answer.items, plain: joined.map { [$0.text] }) {
            guard !joined.isEmpty else { return }
            context.say(Styled("Joined \(whole ? "the " : "")\(counted(joined.count, "section")) of \(timetable.name).", .good))
        }
    }

    /// The sections of the timetable's courses that the person is in and that are not in it.
    private func replaced(
        by content: TimetableContent, _ context: CommandContext
    ) async throws -> [(course: Course, section: Section)] {
        try await context.sectionsTaken(in: [content.timetable.term]).filter { course, section in
            content.timetable.courses.contains(course.id) && !content.timetable.sections.contains(section.id)
        }
    }

    /// Draws the week and lists what goes and what comes. Throws `Cancelled`.
    private func confirm(
        _ content: TimetableContent, _ leaving: [(course: Course, section: Section)], _ context: CommandContext
    ) throws {
        context.show(content.entries)
        guard !leaving.isEmpty else {
            guard try context.console.confirm("Join all of these?", standard: true) else { throw Cancelled() }
            return
        }
        let changes = TimetableDifference("now", leaving, content.timetable.name, content.entries)
        context.out(["", Styled("Goes (-) and comes (+):", .strong)] + changes.sectionLines(width: context.width))
        let question = "Join all of these and leave \(counted(leaving.count, "section"))?"
        guard try context.console.confirm(Styled(question), standard: true) else { throw Cancelled() }
    }
}
