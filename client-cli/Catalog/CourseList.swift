import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit course list`.
struct CourseList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the courses that you are in.",
        discussion:
            "Works offline. --plain writes course, title, section, kind, your role, the times, and how many events are new to you."
    )

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let (courses, enrollments) = (try await work.copy.courses(), try await work.copy.enrollments())
        let unread = Dictionary(grouping: try await work.unread(), by: \.course).mapValues(\.count)
        let places = enrollments.compactMap { enrollment in
            courses.first { $0.id == enrollment.course }.map {
                Place(course: $0, enrollment: enrollment, unread: unread[$0.id] ?? 0)
            }
        }.sorted { ($0.course.code, $0.code) < ($1.course.code, $1.code) }
        switch work.console.form {
        case .json: try work.writeJSON(places)
        case .plain: for place in places { work.console.row(place.fields) }
        case .pretty: show(places, work)
        }
    }

    private func show(_ places: [Place], _ work: Workplace) {
        guard !places.isEmpty else { return work.console.say("You are in no course yet. Find yours with: noteit course add") }
        var table = Table([
            .init("course"), .init("title", least: 16), .init("section"), .init("kind"), .init("times", least: 12, dropRank: 1),
            .init("role"), .init("new"),
        ])
        for (index, place) in places.enumerated() {
            let isFirst = index == 0 || places[index - 1].course.id != place.course.id
            table.add([
                Styled(isFirst ? place.course.code : "", .strong), Styled(isFirst ? place.course.title : ""),
                Styled(place.code), Styled(place.section?.kind ?? "", .faint), Styled(place.section?.times ?? ""),
                Styled(place.enrollment.role == .staff ? "staff" : "", .mine),
                Styled(isFirst && place.unread > 0 ? "\(place.unread) new" : "", .strong),
            ])
        }
        work.console.out(table.lines(width: work.console.width))
    }

    /// An enrollment with its course and, but for staff of the whole course, its section.
    private struct Place: Encodable {
        var course: Course
        var enrollment: Enrollment
        /// Events of the course that are new to the reader.
        var unread: Int

        var section: Section? { course.sections.first { $0.id == enrollment.section } }
        var code: String { section?.code ?? "all sections" }

        var fields: [String] {
            [course.code, course.title, code, section?.kind ?? "", enrollment.role.rawValue, section?.times ?? "", "\(unread)"]
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
