import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit course list`.
struct CourseListCommand: ReadingCommand, ChoosesFields {
    static let jsonFields = ["code", "course", "role", "section", "since", "title", "unread"]
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the courses that you are in.",
        discussion:
            "Works offline. --plain writes course, title, section, kind, your role, times, and the number of events new to you."
    )

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let (courses, enrollments) = (try await context.copy.courses(), try await context.copy.enrollments())
        let unread = try await context.copy.unreadCounts()
        let rows = enrollments.compactMap { enrollment in
            courses.first { $0.id == enrollment.course }.map {
                Row(course: $0, enrollment: enrollment, unread: unread[$0.id] ?? 0)
            }
        }.sorted { ($0.course.code, $0.course.id, $0.code) < ($1.course.code, $1.course.id, $1.code) }
        let terms = try await context.copy.terms(at: context.now)
        let names = Dictionary(terms.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        let isOne = Set(rows.map(\.course.term)).count == 1
        try await context.report(rows, plain: rows.map(\.fields)) { show(rows, terms: isOne ? [:] : names, context) }
    }

    /// - Parameter terms: their names, if the courses are of several.
    private func show(_ rows: [Row], terms: [Term.ID: String], _ context: CommandContext) {
        guard !rows.isEmpty else { return context.say("You are in no course yet. Find yours with: noteit course add") }
        var table = Table([
            .init("course"), .init("term"), .init("title", least: 16, comesFirst: true), .init("section"), .init("kind"),
            .init("times", least: 12, dropRank: 1),
            .init("role"), .init("new"),
        ])
        for (index, row) in rows.enumerated() {
            let isFirst = index == 0 || rows[index - 1].course.id != row.course.id
            table.addRow([
                Styled(isFirst ? row.course.name : "", .strong), Styled(isFirst ? terms[row.course.term] ?? "" : "", .faint),
                Styled(isFirst ? row.course.title : ""),
                Styled(row.code), Styled(row.section?.kind ?? "", .faint), Styled(row.section?.times ?? ""),
                Styled(row.enrollment.role == .staff ? "staff" : "", .mine),
                Styled(isFirst && row.unread > 0 ? "\(row.unread) new" : "", .strong),
            ])
        }
        context.out(table.lines(width: context.width))
    }

    /// An enrollment with its course.
    private struct Row: Encodable {
        var course: Course
        var enrollment: Enrollment
        /// How many events of the course are new to the reader.
        var unread: Int

        /// Nil for staff of the whole course.
        var section: Section? { course.sections.first { $0.id == enrollment.section } }
        var code: String { section?.code ?? "all sections" }

        var fields: [String] {
            [course.name, course.title, code, section?.kind ?? "", enrollment.role.rawValue, section?.times ?? "", "\(unread)"]
        }

        enum CodingKeys: CodingKey { case course, code, title, section, role, since, unread }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(course.id, forKey: .course)
            try container.encode(course.code, forKey: .code)
            try container.encode(course.title, forKey: .title)
            try container.encode(section, forKey: .section)
            try container.encode(enrollment.role, forKey: .role)
            try container.encode(enrollment.since, forKey: .since)
            try container.encode(unread, forKey: .unread)
        }
    }
}
