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
        try await AdoptWarnings(content.entries, context).say()
        if context.canAsk, !yes {
            context.show(content.entries)
            guard try context.console.confirm("Join all of these?", standard: true) else { throw Cancelled() }
        }
        let held = try await context.client.adopt(timetable.id)
        try await context.refresh()
        try context.report(
            held, plain: timetable.sections.map { [$0.text] },
            Styled("Joined the \(timetable.sections.count) sections of \(timetable.name).", .good))
    }
}

/// Warnings before a person joins sections: full sections, and clashes with sections that they are in.
struct AdoptWarnings {
    private let entries: [(course: Course, section: Section)]
    private let context: CommandContext

    init(_ entries: [(course: Course, section: Section)], _ context: CommandContext) {
        (self.entries, self.context) = (entries, context)
    }

    func say() async throws {
        for line in try await lines() { context.say(Styled(line, .warning)) }
    }

    private func lines() async throws -> [String] {
        let full = entries.filter(\.section.isFull).map { course, section in
            "\(course.code) \(section.code) is full by the registrar's count: \(section.enrolled ?? 0) of \(section.capacity ?? 0)."
        }
        return full + (try await present().compactMap(warning))
    }

    /// The sections of the same terms that the person is in already.
    private func present() async throws -> [(course: Course, section: Section)] {
        let terms = Set(entries.map(\.course.term))
        let coming = Set(entries.map(\.section.id))
        var present: [(course: Course, section: Section)] = []
        for held in try await context.client.enrollments() {
            guard let id = held.section, held.role == .student, !coming.contains(id) else { continue }
            let course = try await context.client.course(held.course)
            guard terms.contains(course.term), let section = course.sections.first(where: { $0.id == id }) else { continue }
            present.append((course, section))
        }
        return present
    }

    private func warning(_ held: (course: Course, section: Section)) -> String? {
        let (course, section) = held
        let leave = "leave it with: noteit course drop \(course.code) \(section.code)"
        if entries.contains(where: { $0.course.id == course.id && $0.section.kind == section.kind }) {
            return "You stay in \(course.code) \(section.kind) \(section.code) as well; \(leave)"
        }
        let rival = entries.first { entry in
            entry.section.meetings.contains { meeting in section.meetings.contains { $0.clashes(with: meeting) } }
        }
        return rival.map {
            "You are in \(course.code) \(section.code), which clashes with \($0.course.code) \($0.section.code); \(leave)"
        }
    }
}
