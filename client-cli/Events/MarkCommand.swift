import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit mark`.
struct MarkCommand: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "mark",
        abstract: "Mark events as seen, without reading them.",
        discussion: """
            Marks events, or all events of courses, on all your devices. Works offline: the server hears of it when it is \
            reached. --plain writes the events that were new. To read them: noteit read

            Examples:
              noteit mark CMPT225#42
              noteit mark CMPT225
              noteit mark --all
            """)

    @Argument(help: "Events, such as CMPT225#42, or courses.", completion: Completions.eventsAndCourses) var names: [String] =
        []
    @Flag(help: "All events of all courses.") var all = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        if names.isEmpty != all { throw ValidationError("Name events or courses, or use --all.") }
    }

    func run(_ context: CommandContext) async throws {
        let events = try await chosen(context)
        try await context.see(events)
        try context.report(
            events.map(\.id), plain: events.map { [$0.reference] },
            events.isEmpty ? "Nothing new." : "Marked \(events.count) as seen.")
    }

    /// The events that are named and new to the reader.
    private func chosen(_ context: CommandContext) async throws -> [Event] {
        var (events, selection) = ([Event](), EventSelection())
        selection.isUnread = true
        if all { return try await context.copy.list(selection).sections.flatMap(\.events) }
        for subject in try await context.subjects(names) {
            switch subject {
            case .event(let event): events.append(event)
            case .course(let course):
                selection.courses = [course.id]
                events += try await context.copy.list(selection).sections.flatMap(\.events)
            }
        }
        let unread = try await context.copy.unread(among: events)
        return events.filter { unread.contains($0.id) }
    }
}

/// An event or a course that a person names.
enum EventOrCourse {
    case event(Event), course(Course)
}

extension CommandContext {
    /// - Parameter names: events and courses; one may be several words, such as `cmpt 225 #42`.
    /// Throws a complaint for a name that is neither.
    func subjects(_ names: [String]) async throws -> [EventOrCourse] {
        var (subjects, rest) = ([EventOrCourse](), names)
        while let first = rest.first {
            let words = EventWords(first, Array(rest.dropFirst()))
            rest = words.rest
            if words.name.contains("#") || EventReference(words.name) != nil {
                subjects.append(.event(try await thread(words.event()).event))
            } else {
                subjects.append(.course(try await myCourse(words.name)))
            }
        }
        return subjects
    }
}
