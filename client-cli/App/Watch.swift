import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit watch`.
struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show changes as they happen, a line each.",
        discussion: """
            Of all your courses, or of those that you name. Reconnects by itself and misses nothing: what happened \
            meanwhile is made up for, in order, each once. Ctrl-C ends it.

            --json writes one object a line, {"change": ..., "cursor": ...}, the change as the server sent it. Keep the \
            last cursor and give it to --since to go on behind it: nothing is lost or repeated. {"expired": ...} says that \
            the server's log began anew, as after a restored backup: read everything again.

            Examples:
              noteit watch
              noteit watch CMPT225 MATH150
              noteit watch --json --since 3f9ac1.1200 | jq .change.op
            """)

    @Argument(help: "Courses, such as CMPT225; all yours if left out.", completion: Completions.courses) var courses: [String] =
        []
    @Option(help: ArgumentHelp("Begin behind this place instead of now.", valueName: "cursor")) var since: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        let start = try since.map { text in
            guard let cursor = Cursor(text) else {
                throw Complaint.usage("'\(text)' is no cursor.", "Take it from the lines of --json.")
            }
            return cursor
        }
        if case .offline(_, let why) = try await work.space.sync.refresh() { throw why }
        try await work.flushOutbox()
        var chosen = Set<Course.ID>()
        for name in courses { chosen.insert(try await work.myCourse(name).id) }
        var report = ChangeReport(work: work, courses: chosen)
        Interruption.set(status: 0)
        // Programs go on from any line, so each needs its own place in the log.
        let page = work.console.form == .json ? 1 : 500
        guard let start else {
            try await report.hearCopy()
            return try await work.space.sync.follow(page: page) { try await report.tell($0) }
        }
        for try await element in ChangeStream(work.client, from: start, page: page) {
            try await report.tell(element)
        }
        throw Complaint("There is no going on from \(start).", advice: ["Begin anew, without --since."])
    }
}
