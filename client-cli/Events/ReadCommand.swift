import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit read`.
struct ReadCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Read events with their threads, or what is new in courses.",
        discussion: """
            Shows each event as 'noteit event view' does. Of a course it shows the events that are new to you, soonest due \
            first, twenty at a time. What it shows counts as seen on all your devices, unless --peek is given. Works offline. \
            --json writes a list of threads; --plain writes the lines of 'noteit event view' for each; both write all.

            To mark events as seen without reading them: noteit mark

            Examples:
              noteit read CMPT225#42
              noteit read CMPT225#42#3                   its third reply and the replies below it
              noteit read CMPT225                        what is new in the course
            """)

    @Argument(
        help: "Events or replies, such as CMPT225#42 or CMPT225#42#3, or courses.", completion: Completions.eventsAndCourses)
    var names: [String] = []
    @Option(
        help: ArgumentHelp(
            "The most events of a course to show. (default: \(mostOfCourse); with --json and --plain all)", valueName: "count"))
    var limit: Int?
    @Flag(help: "Do not mark them as seen.") var peek = false
    // Before there was 'noteit mark', this command marked.
    @Flag(help: .private) var all = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    private static let mostOfCourse = 20

    func validate() throws {
        guard limit.map({ $0 > 0 }) ?? true else { throw ValidationError("--limit must be 1 or more.") }
        if all { throw ValidationError("To mark all events as seen: noteit mark --all") }
        if names.isEmpty { throw ValidationError("Name events or courses. What is new: noteit today") }
    }

    func run(_ context: CommandContext) async throws {
        let (targets, quiet, left) = try await chosen(context)
        for course in quiet { sayNothingNew(course, context) }
        if context.form == .json {
            var threads: [ListedThread] = []
            for target in targets { threads.append(try await context.listed(target)) }
            try context.writeJSON(threads)
        } else if context.form == .plain {
            for target in targets { try await EventView.show(target, context) }
        } else {
            let names = try await context.names()
            var lines: [Styled] = []
            for (index, target) in targets.enumerated() {
                lines += (index > 0 ? ["", ""] : []) + (try await EventView.lines(target, names: names, context))
            }
            context.show(lines)
            for (course, count) in left {
                context.say(Styled("\(count) more new in \(course.name): run it again, or with --limit COUNT", .faint))
            }
        }
        if !peek { try await context.see(targets.filter { $0.reply == nil }.map(\.event)) }
    }

    /// The threads to show, the courses that have nothing new, and how many events of a course are left out.
    private func chosen(
        _ context: CommandContext
    ) async throws -> (targets: [ThreadTarget], quiet: [Course], left: [(Course, Int)]) {
        var (targets, quiet, rest, left): ([ThreadTarget], [Course], [String], [(Course, Int)]) = ([], [], names, [])
        while let first = rest.first {
            let words = EventWords(first, Array(rest.dropFirst()))
            rest = words.rest
            if ReplyReference(words.name) != nil {
                targets.append(try await context.target(EventWords([words.name])))
            } else {
                let course = try await context.myCourse(words.name)
                let (new, more) = try await news(in: course, context)
                if new.isEmpty { quiet.append(course) }
                if more > 0 { left.append((course, more)) }
                targets += new
            }
        }
        return (targets, quiet, left)
    }

    private func news(in course: Course, _ context: CommandContext) async throws -> (news: [ThreadTarget], more: Int) {
        var selection = EventSelection(course: course.id)
        selection.isUnread = true
        var news: [ThreadTarget] = []
        let most = limit ?? (context.form == .pretty ? Self.mostOfCourse : nil)
        let found = try await context.copy.list(selection, limit: most)
        for event in found.sections.flatMap(\.events) {
            if let thread = try await context.copy.thread(event.id) { news.append(ThreadTarget(thread: thread)) }
        }
        return (news, found.more)
    }

    private func sayNothingNew(_ course: Course, _ context: CommandContext) {
        context.say("Nothing new in \(course.name). All its events: noteit event list \(course.name)")
    }
}
