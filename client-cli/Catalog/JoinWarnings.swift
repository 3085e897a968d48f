import NoteItClient
import NoteItCore
import NoteItTerminal

/// Warnings for a person who joins sections: full sections, two sections of one kind in a course, and clashes, among the sections
/// and with those that the person is in.
struct JoinWarnings {
    typealias Entry = (course: Course, section: Section)

    private let entries: [Entry]
    private let leaving: [Entry]
    private let context: CommandContext

    /// - Parameter leaving: sections that the person leaves in the same step.
    init(_ entries: [Entry], leaving: [Entry] = [], _ context: CommandContext) {
        (self.entries, self.leaving, self.context) = (entries, leaving, context)
    }

    func say() async throws {
        for line in Self.lines(joining: entries, beside: try await present()) { context.say(Styled(line, .warning)) }
    }

    /// The sections of the same terms that the person is in already, as a student.
    private func present() async throws -> [Entry] {
        let changing = Set((entries + leaving).map(\.section.id))
        return try await context.sectionsTaken(in: Set(entries.map(\.course.term))).filter { !changing.contains($0.section.id) }
    }

    /// - Parameters: `entries`: the sections to join; `present`: those that the person is in, without `entries`.
    static func lines(joining entries: [Entry], beside present: [Entry]) -> [String] {
        let full = entries.filter(\.section.isFull).map { course, section in
            "\(course.name) \(section.code) is full by the registrar's count: \(section.enrolled ?? 0) of \(section.capacity ?? 0)."
        }
        let odd = entries.indices.flatMap { index in
            entries[..<index].compactMap { among($0, entries[index]) }
        }
        return full + odd + present.compactMap { warning($0, entries) }
    }

    private static func among(_ first: Entry, _ second: Entry) -> String? {
        let names = "\(first.course.name) \(first.section.code) and \(second.course.name) \(second.section.code)"
        if areRivals(first, second) {
            return "\(names) are both \(first.section.kind) of \(first.course.name); people take one of them."
        }
        return clash(first.section, second.section) ? "\(names) clash: they meet at the same time." : nil
    }

    private static func warning(_ held: Entry, _ entries: [Entry]) -> String? {
        let (course, section) = held
        let leave = "leave it with: noteit course drop \(course.name) \(section.code)"
        if entries.contains(where: { areRivals($0, held) }) {
            return "You stay in \(course.name) \(section.label) as well; \(leave)"
        }
        return entries.first { clash($0.section, section) }.map {
            "You are in \(course.name) \(section.code), which clashes with \($0.course.name) \($0.section.code); \(leave)"
        }
    }

    /// Whether a person takes only one of the two: sections of one kind in a course, unless one belongs to the other.
    private static func areRivals(_ one: Entry, _ other: Entry) -> Bool {
        let areLinked = [(one, other), (other, one)].contains { primary, section in
            primary.section.components.contains { $0.sections.contains(section.section.id) }
        }
        return one.course.id == other.course.id && one.section.kind == other.section.kind && !areLinked
    }

    private static func clash(_ one: Section, _ other: Section) -> Bool {
        one.meetings.contains { meeting in other.meetings.contains { $0.clashes(with: meeting) } }
    }
}

extension CommandContext {
    /// The sections of these terms that the person is in as a student.
    func sectionsTaken(in terms: Set<Term.ID>) async throws -> [(course: Course, section: Section)] {
        let known = try await copy.courses().keyed(by: \.id)
        var taken: [(course: Course, section: Section)] = []
        for held in try await client.enrollments() {
            guard let id = held.section, held.role == .student else { continue }
            let course = if let course = known[held.course] { course } else { try await client.course(held.course) }
            guard terms.contains(course.term), let section = course.sections.first(where: { $0.id == id }) else { continue }
            taken.append((course, section))
        }
        return taken
    }
}
