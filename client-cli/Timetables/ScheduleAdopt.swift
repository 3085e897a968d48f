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
            You then see what is said in them. This registers you for nothing: give the CRNs to the registrar. Says what is full \
            or clashes with what you are in; that stays as it is.
            """)

    @Argument(help: "Its name, id or link.") var name: String
    @Flag(name: .shortAndLong, help: "Do not ask whether to go ahead.") var yes = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        let content = try await work.content(of: try await work.schedule(name))
        let schedule = content.schedule
        try await AdoptWarnings(content.entries, work).say()
        if work.console.canAsk, !yes {
            work.show(content.entries)
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

/// What somebody should know before they join sections: the registrar's full ones, and what they are in already.
struct AdoptWarnings {
    private let entries: [(course: Course, section: Section)]
    private let work: Workplace

    init(_ entries: [(course: Course, section: Section)], _ work: Workplace) { (self.entries, self.work) = (entries, work) }

    func say() async throws {
        for line in try await lines() { work.console.say(Styled(line, .warning)) }
    }

    private func lines() async throws -> [String] {
        let full = entries.filter(\.section.isFull).map { course, section in
            "\(course.code) \(section.code) is full by the registrar's count: \(section.enrolled ?? 0) of \(section.capacity ?? 0)."
        }
        return full + (try await present().compactMap(warning))
    }

    /// What the person is in beside these sections.
    private func present() async throws -> [(course: Course, section: Section)] {
        let terms = Set(entries.map(\.course.term))
        let coming = Set(entries.map(\.section.id))
        var present: [(course: Course, section: Section)] = []
        for place in try await work.client.enrollments() {
            guard let id = place.section, place.role == .student, !coming.contains(id) else { continue }
            let course = try await work.client.course(place.course)
            guard terms.contains(course.term), let section = course.sections.first(where: { $0.id == id }) else { continue }
            present.append((course, section))
        }
        return present
    }

    private func warning(_ place: (course: Course, section: Section)) -> String? {
        let (course, section) = place
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
