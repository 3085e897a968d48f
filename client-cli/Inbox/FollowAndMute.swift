import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit follow`.
struct Follow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "follow", abstract: "Be notified of replies to an event.",
        discussion: """
            You follow your own questions and threads in which you replied anyway. Following an event or a course ends its \
            mute. Needs the server.

            Examples:
              noteit follow CMPT225#42
              noteit follow CMPT225#42 --stop
            """)

    @Argument(help: "Events, such as CMPT225#42, or courses.", completion: Completions.eventsAndCourses) var names: [String]
    @Flag(help: "Stop following.") var stop = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let patch = stop ? EventMarkPatch(following: false) : EventMarkPatch(following: true, muted: false)
        try await CommandContext(session).change(names, patch, done: stop ? "No longer following" : "Following")
    }
}

/// `noteit mute`.
struct Mute: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute", abstract: "Stop notifications of an event or a course.",
        discussion: """
            It stays in your lists. Some notifications pass a mute: notices that must be read, moderation of your posts, \
            reports to you as staff, a staff role, and seats that you watch. Needs the server.

            Examples:
              noteit mute CMPT225#42
              noteit mute CMPT225
            """)

    @Argument(help: "Events, such as CMPT225#42, or courses.", completion: Completions.eventsAndCourses) var names: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        try await CommandContext(session).change(names, EventMarkPatch(muted: true), done: "Muted")
    }
}

/// `noteit unmute`.
struct Unmute: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unmute", abstract: "Start notifications of an event or a course again.",
        discussion: """
            Examples:
              noteit unmute CMPT225#42
              noteit unmute CMPT225
            """)

    @Argument(help: "Events, such as CMPT225#42, or courses.", completion: Completions.eventsAndCourses) var names: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        try await CommandContext(session).change(names, EventMarkPatch(muted: false), done: "Unmuted")
    }
}

extension CommandContext {
    /// Changes the marks of events, and whether courses are muted.
    fileprivate func change(_ names: [String], _ patch: EventMarkPatch, done: String) async throws {
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
        try await refresh()
        let names = subjects.map(\.name)
        try report(
            Changed(marks: marks, preferences: try await copy.preferences()), plain: names.map { [$0] },
            Styled("\(done) \(names.joined(separator: ", ")).", .good))
    }

    private func mute(_ courses: [Course], _ muted: Bool?) async throws {
        guard !courses.isEmpty else { return }
        guard let muted else {
            throw Complaint.usage(
                "You follow every course that you are in, unless you mute it.", "Mute it with: noteit mute \(courses[0].code)")
        }
        let ids = Set(courses.map(\.id))
        let others = try await client.preferences().mutedCourses.filter { !ids.contains($0) }
        _ = try await client.update(PreferencesPatch(mutedCourses: others + (muted ? ids.sorted() : [])))
    }

    private struct Changed: Encodable {
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
