import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit read`.
struct ReadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Mark events as seen without reading them.",
        discussion: """
            Events, or all that a course holds now, on all your devices. Works offline: the server is told as soon as it is reached. \
            --plain writes the events that were new.

            Examples:
              noteit read CMPT225#42
              noteit read CMPT225
              noteit read --all
            """)

    @Argument(help: "Events, such as CMPT225#42, or courses.", completion: Completions.events) var names: [String] = []
    @Flag(help: "Everything.") var all = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        if names.isEmpty != all { throw ValidationError("Say which events or courses, or --all.") }
    }

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let (reader, marks) = (try work.account().id, try await work.copy.marks())
        let events = try await chosen(work).filter { $0.isUnread(by: reader, marks[$0.id]) }
        try await work.see(events)
        switch work.console.form {
        case .json: try work.writeJSON(events.map(\.id))
        case .plain: for event in events { work.console.row([event.reference]) }
        case .pretty: work.console.say(events.isEmpty ? "Nothing new." : "Marked \(events.count) as seen.")
        }
    }

    private func chosen(_ work: Workplace) async throws -> [Event] {
        if all { return try await work.copy.agenda().flatMap(\.events) }
        var events: [Event] = []
        for subject in try await work.subjects(names) {
            switch subject {
            case .event(let event): events.append(event)
            case .course(let course): events += try await work.copy.events(in: course.id).flatMap(\.events)
            }
        }
        return events
    }
}

/// What somebody names: an event, or a course.
enum Subject {
    case event(Event), course(Course)
}

extension Workplace {
    /// - Parameter names: events and courses, of which one may have arrived as several words, as `cmpt 225 #42`.
    /// Throws a complaint for what is neither.
    func subjects(_ names: [String]) async throws -> [Subject] {
        var (subjects, rest) = ([Subject](), names)
        while let first = rest.first {
            let words = EventWords(first, Array(rest.dropFirst()))
            rest = words.rest
            if let reference = EventReference(words.name) {
                subjects.append(.event(try await thread(reference).event))
            } else {
                subjects.append(.course(try await myCourse(words.name)))
            }
        }
        return subjects
    }
}
