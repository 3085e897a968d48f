import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit read`.
struct ReadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Read events with their threads, or what is new in courses.",
        discussion: """
            Shows each event as 'noteit event view' does. Of a course it shows the events that are new to you, soonest due \
            first. What it shows counts as seen on all your devices, unless --peek is given. Works offline. --json writes a \
            list of threads; --plain writes the lines of 'noteit event view' for each.

            To mark events as seen without reading them: noteit mark

            Examples:
              noteit read CMPT225#42
              noteit read CMPT225#42#3                   its third reply and the replies below it
              noteit read CMPT225                        what is new in the course
            """)

    @Argument(
        help: "Events or replies, such as CMPT225#42 or CMPT225#42#3, or courses.", completion: Completions.eventsAndCourses)
    var names: [String] = []
    @Flag(help: "Do not mark them as seen.") var peek = false
    // Before there was 'noteit mark', this command marked.
    @Flag(help: .private) var all = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        if all { throw ValidationError("To mark all events as seen: noteit mark --all") }
        if names.isEmpty { throw ValidationError("Name events or courses. What is new: noteit today") }
    }

    func run() async throws {
        let context = try await CommandContext(reading: session)
        let (targets, quiet) = try await chosen(context)
        for course in quiet { sayNothingNew(course, context) }
        if context.form == .json {
            var threads: [ListedThread] = []
            for target in targets { threads.append(try await context.listed(target)) }
            try context.writeJSON(threads)
        } else {
            for (index, target) in targets.enumerated() {
                if index > 0, context.form == .pretty { context.out(["", ""]) }
                try await EventView.show(target, context)
            }
        }
        if !peek { try await context.see(targets.filter { $0.reply == nil }.map(\.event)) }
    }

    /// The threads to show, and the courses that have nothing new.
    private func chosen(_ context: CommandContext) async throws -> (targets: [ThreadTarget], quiet: [Course]) {
        var (targets, quiet, rest): ([ThreadTarget], [Course], [String]) = ([], [], names)
        while let first = rest.first {
            let words = EventWords(first, Array(rest.dropFirst()))
            rest = words.rest
            if ReplyReference(words.name) != nil {
                targets.append(try await context.target(EventWords([words.name])))
            } else {
                let course = try await context.myCourse(words.name)
                let new = try await news(in: course, context)
                if new.isEmpty { quiet.append(course) }
                targets += new
            }
        }
        return (targets, quiet)
    }

    private func news(in course: Course, _ context: CommandContext) async throws -> [ThreadTarget] {
        var selection = EventSelection(course: course.id)
        selection.isUnread = true
        var news: [ThreadTarget] = []
        for event in try await context.copy.list(selection).sections.flatMap(\.events) {
            if let thread = try await context.copy.thread(event.id) { news.append(ThreadTarget(thread: thread)) }
        }
        return news
    }

    private func sayNothingNew(_ course: Course, _ context: CommandContext) {
        context.say("Nothing new in \(course.code). All its events: noteit event list \(course.code)")
    }
}
