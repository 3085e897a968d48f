import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit watch`.
struct Watch: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Show changes as they happen.",
        discussion: """
            Watches all your courses, or the ones that you name, a line for each change. Starts also while the server is \
            not reached. Reconnects by itself and then shows the changes that it missed, each once and in order. Ctrl-C ends it.

            --json writes one object on each line, {"change": ..., "cursor": ...}, with the change as the server sent it. To \
            resume, give the last cursor to --since: nothing is lost or repeated. {"expired": ...} means that the cursor \
            cannot be resumed, as after a restored backup: read everything again.

            Comments on your degree plans, approvals of them, your tasks, events of your own calendars and imports are shown too.

            When planned study starts or ends, it rings the terminal's bell, and shows an alert on the desktop if notify-send is \
            installed. --notify and --bell do so for every change by others.

            Examples:
              noteit watch
              noteit watch CMPT225 MATH150
              noteit watch --notify --bell
              noteit watch --json --since 3f9ac1.1200 | jq .change.op
            """)

    @Argument(help: "Courses, such as CMPT225; without any, all yours.", completion: Completions.courses)
    var courses: [String] = []
    @Option(help: ArgumentHelp("Start after this cursor instead of now.", valueName: "cursor")) var since: String?
    @Flag(help: "Do not ring the bell when study starts or ends.") var quiet = false
    @Flag(help: "Show changes by others as notifications on the desktop.") var notify = false
    @Flag(help: "Ring the bell for changes by others.") var bell = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        if quiet, bell { throw ValidationError("--quiet and --bell exclude each other.") }
    }

    func run(_ context: CommandContext) async throws {
        let start = try since.map { text in
            guard let cursor = LogCursor(text) else {
                throw Complaint.usage("'\(text)' is not a cursor.", "Copy one from a line of --json.")
            }
            return cursor
        }
        if notify, !DesktopAlert().isThere {
            throw Complaint("--notify needs the program notify-send.", advice: ["Debian has it in the package libnotify-bin."])
        }
        let isOffline = if case .offline = try await context.sync.refresh() { true } else { false }
        if !isOffline { try await context.flushOutbox() }
        var chosen = Set<Course.ID>()
        for name in courses { chosen.insert(try await context.myCourse(name).id) }
        var report = ChangeReport(context: context, courses: chosen, isQuiet: quiet)
        (report.notifies, report.rings) = (notify, bell)
        Interruption.set(status: 0)
        // Programs may resume after any line, so each needs a cursor of its own.
        let page = context.form == .json ? 1 : 500
        guard let start else {
            try await report.hearCopy()
            return try await context.sync.follow(page: page) { try await report.tell($0) }
        }
        for try await element in ChangeStream(context.client, from: start, page: page) {
            try await report.tell(element)
        }
        throw Complaint("The server cannot resume from \(start).", advice: ["Start again without --since."])
    }
}
