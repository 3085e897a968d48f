import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit follow`.
struct Follow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "follow", abstract: "Be notified of replies to an event, or of new posts in a course.",
        discussion: """
            You follow your own questions and threads in which you replied anyway. Of a course you hear of each new post, or of \
            those of a kind, with a tag, or both; notices reach you anyway. Following an event or a course ends its mute. \
            'noteit preferences' lists the courses that you follow. If the server is not reached, an event waits in the outbox; \
            courses need the server.

            Examples:
              noteit follow CMPT225#42
              noteit follow CMPT225#42 --stop
              noteit follow CMPT225
              noteit follow CMPT225 --kind question
              noteit follow CMPT225 MATH150 --tag midterm
              noteit follow CMPT225 --stop               all that you follow of the course
            """)

    @Argument(help: "Events, such as CMPT225#42, or courses.", completion: Completions.eventsAndCourses) var names: [String]
    @Option(help: "Of a course: only posts of this kind.") var kind: Event.Kind?
    @Option(help: "Of a course: only posts with this tag.") var tag: String?
    @Flag(help: "Stop following.") var stop = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        if kind == .notice { throw ValidationError("Notices reach everyone: there is nothing to follow.") }
    }

    func run() async throws {
        let patch = stop ? EventMarkPatch(following: false) : EventMarkPatch(following: true, muted: false)
        try await CommandContext(session).change(
            names, patch, done: stop ? "No longer following" : "Following", of: (kind, tag?.asTag))
    }
}

/// `noteit mute`.
struct Mute: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute", abstract: "Stop notifications of an event or a course.",
        discussion: """
            It stays in your lists. Some notifications pass a mute: notices that must be read, moderation of your posts, \
            reports to you as staff, a staff role, and seats that you watch. If the server is not reached, an event waits in the \
            outbox; courses need the server.

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
    /// Changes the marks of events, and whether courses are muted or followed.
    /// - Parameter part: the kind and the tag of the posts of a course that are meant; nil means all.
    fileprivate func change(
        _ names: [String], _ patch: EventMarkPatch, done: String, of part: (kind: Event.Kind?, tag: String?) = (nil, nil)
    ) async throws {
        try await getInStep()
        let subjects = try await subjects(names)
        if part.kind != nil || part.tag != nil, let event = subjects.lazy.compactMap(\.event).first {
            throw Complaint.usage("--kind and --tag are for courses; \(event.reference) is one event.")
        }
        // Courses need the server: without it nothing is queued.
        try await change(subjects.compactMap(\.course), patch, of: part)
        var (marks, waiting) = ([EventMark](), Set<Event.ID>())
        for event in subjects.compactMap(\.event) {
            switch try await outbox.follow(event.id, following: patch.following, muted: patch.muted) {
            case .sent(let mark): marks.append(mark)
            case .queued(let entry, let why):
                waiting.insert(event.id)
                try tellQueued(entry, why)
            case .refused(let entry):
                try await outbox.drop(entry.id)
                throw Complaint("The notifications of \(event.reference) were not changed: \(entry.reason)")
            }
        }
        let changed = subjects.filter { subject in subject.event.map { !waiting.contains($0.id) } ?? true }
        guard !changed.isEmpty else { return }
        try await refresh()
        let what = [part.kind.map { "\($0.rawValue)s" }, part.tag.map { "#\($0)" }].compactMap(\.self).joined(separator: ", ")
        let names = changed.map { what.isEmpty ? $0.name : "\($0.name) (\(what))" }
        try report(
            Changed(marks: marks, preferences: try await copy.preferences()), plain: names.map { [$0] },
            Styled("\(done) \(names.joined(separator: ", ")).", .good))
    }

    private func change(
        _ courses: [Course], _ patch: EventMarkPatch, of part: (kind: Event.Kind?, tag: String?)
    ) async throws {
        guard !courses.isEmpty else { return }
        let (ids, old) = (Set(courses.map(\.id)), try await client.preferences())
        var new = PreferencesPatch()
        if let muted = patch.muted {
            new.mutedCourses = old.mutedCourses.filter { !ids.contains($0) } + (muted ? ids.sorted() : [])
        }
        let meant = ids.sorted().map { CourseFollow(course: $0, kind: part.kind, tag: part.tag) }
        if patch.following == true { new.follows = old.follows.filter { !meant.contains($0) } + meant }
        if patch.following == false {
            let all = part.kind == nil && part.tag == nil
            new.follows = old.follows.filter { all ? !ids.contains($0.course) : !meant.contains($0) }
            guard new.follows?.count != old.follows.count else {
                throw Complaint.usage("You do not follow that.", "What you follow: noteit preferences")
            }
        }
        _ = try await client.update(new.validated())
    }

    private struct Changed: Encodable {
        var marks: [EventMark]
        var preferences: Preferences
    }
}

extension EventOrCourse {
    fileprivate var event: Event? { if case .event(let event) = self { event } else { nil } }
    fileprivate var course: Course? { if case .course(let course) = self { course } else { nil } }

    fileprivate var name: String {
        switch self {
        case .event(let event): event.reference
        case .course(let course): course.name
        }
    }
}
