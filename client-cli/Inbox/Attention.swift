import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit follow`.
struct Follow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "follow",
        abstract: "Hear of the replies to an event.",
        discussion: """
            What you asked, and where you replied, you follow anyway. To follow what is muted ends the mute; so does following a \
            course. Needs the server.

            Examples:
              noteit follow CMPT225#42
              noteit follow CMPT225#42 --stop
            """)

    @Argument(help: "Events, such as CMPT225#42, or courses.", completion: Completions.events) var names: [String]
    @Flag(help: "No longer.") var stop = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let patch = stop ? EventMarkPatch(following: false) : EventMarkPatch(following: true, muted: false)
        try await Workplace(session).attend(names, patch, done: stop ? "No longer following" : "Following")
    }
}

/// `noteit mute`.
struct Mute: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute",
        abstract: "Hear nothing of an event, or of a course.",
        discussion: """
            It stays in your lists. You are told all the same of notices that must be read, of what staff do to what you wrote, of \
            reports to you as staff, of a place on a staff, and of seats that you watch. Needs the server.

            Examples:
              noteit mute CMPT225#42
              noteit mute CMPT225
            """)

    @Argument(help: "Events, such as CMPT225#42, or courses.", completion: Completions.events) var names: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        try await Workplace(session).attend(names, EventMarkPatch(muted: true), done: "Muted")
    }
}

/// `noteit unmute`.
struct Unmute: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unmute",
        abstract: "Hear of an event, or of a course, again.",
        discussion: """
            Examples:
              noteit unmute CMPT225#42
              noteit unmute CMPT225
            """)

    @Argument(help: "Events, such as CMPT225#42, or courses.", completion: Completions.events) var names: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        try await Workplace(session).attend(names, EventMarkPatch(muted: false), done: "Hearing again of")
    }
}

extension Workplace {
    /// Changes what the person wants of events and courses, and says so. Of a course, only whether it is muted can change.
    fileprivate func attend(_ names: [String], _ patch: EventMarkPatch, done: String) async throws {
        try await getInStep()
        let subjects = try await subjects(names)
        var (marks, courses) = ([EventMark](), [Course]())
        for subject in subjects {
            switch subject {
            case .event(let event): marks.append(try await client.mark(event.id, with: patch))
            case .course(let course): courses.append(course)
            }
        }
        try await mute(courses, patch.muted)
        _ = try await space.sync.refresh()
        let said = subjects.map(\.name)
        switch console.form {
        case .json: try writeJSON(Attended(marks: marks, preferences: try await copy.preferences()))
        case .plain: for name in said { console.row([name]) }
        case .pretty: console.say(Styled("\(done) \(said.joined(separator: ", ")).", .good))
        }
    }

    private func mute(_ courses: [Course], _ muted: Bool?) async throws {
        guard !courses.isEmpty else { return }
        guard let muted else {
            throw Complaint.usage(
                "A course is not followed: you hear of it unless you mute it.", "noteit mute \(courses[0].code)")
        }
        let ids = Set(courses.map(\.id))
        let others = try await client.preferences().mutedCourses.filter { !ids.contains($0) }
        _ = try await client.update(PreferencesPatch(mutedCourses: others + (muted ? ids.sorted() : [])))
    }

    private struct Attended: Encodable {
        var marks: [EventMark]
        var preferences: Preferences
    }
}

extension Subject {
    fileprivate var name: String {
        switch self {
        case .event(let event): event.reference
        case .course(let course): course.code
        }
    }
}
