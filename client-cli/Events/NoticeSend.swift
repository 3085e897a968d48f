import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit notice send`.
struct NoticeSend: InStepCommand, ChoosesFields {
    static let jsonFields = JSONFields.event
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send a notice to sections and whole courses at once.",
        discussion: """
            A course may stand first, as for 'noteit post'. The first line is the title, the rest the text. Give it after the \
            course or the options, on standard input, or in your editor ($VISUAL, else $EDITOR). If you name sections of a course, only these get it. It is sent to all or to \
            none. Says whom and how many it reaches, and asks, unless --yes is given. The names of the new events, such as \
            CMPT225#42, go to standard output. Needs the server.

            Examples:
              noteit notice send CMPT225 "No lab this week" --body "Work on the project instead."
              noteit notice send --section D101,D102 "No lab this week"
              noteit notice send --course CMPT225 --course MATH150 --must-read --yes < notice.txt
              noteit notice send --section "CMPT225 D101" --course MATH150 --dry-run < notice.txt
            """)

    @Argument(
        help:
            """
            A course, unless --course is given, then the title, or title and text; - reads standard input; without it so does a \
            pipe, and on a terminal your editor opens.
            """)
    var text: [String] = []
    @Option(help: "The text below the title; - reads standard input.") var body: String?
    @Option(help: "A course: all of it, unless you name sections of it; may be given several times.") var course: [String] = []
    @Option(help: "A section, such as D101 or \"CMPT225 D101\"; may be given several times.", completion: Completions.sections)
    var section: [String] = []
    @Option(help: ArgumentHelp("When it is due: \(DuePhrase.examples).", valueName: "when")) var due: String?
    @Option(help: ArgumentHelp("Send it at this time; until then only you see it.", valueName: "when")) var at: String?
    @Flag(help: "Marks it as must read: it passes a mute, and you see who has not seen it.") var mustRead = false
    @Flag(help: "Send nothing; count the people it would reach.") var dryRun = false
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        if course.isEmpty && section.isEmpty && text.isEmpty {
            throw ValidationError("Name the receivers: a course first, or --section or --course.")
        }
        if body == "-", text.isEmpty || text == ["-"] {
            throw ValidationError("Standard input can be read only once: with --body -, give the title on the command line.")
        }
    }

    func run(_ context: CommandContext) async throws {
        let (lead, text) = try await leadingCourse(context)
        let target = try await target(lead, context)
        let due = try await due(context)
        let clock = try await context.clock()
        let time = try at.map { try CommandContext.coming($0, clock) }
        if let note = time?.note { context.say(Styled(note, .faint)) }
        let hints = [
            "A notice to \(target.name). The first line is the title, the rest the text.", "To send nothing, write nothing.",
        ]
        // Piped text needs no dash.
        let words = text.isEmpty && !Console.inputIsTerminal ? ["-"] : text
        let writing = try Writing(words, hints: hints, context: context)
        let draft = try writing.draft(body: body)
        let new = NewNotice(
            sections: target.sections, courses: target.courses, title: draft.title, body: draft.body, due: due,
            mustRead: mustRead, publishAt: time?.date)
        if dryRun { return try await tellReach(new.validated(), target, context) }
        let again = ShellCommand("noteit", "notice", "send")
            .with("--course", lead.map { [$0.name] } ?? course).with("--section", section).with(
                "--due", due.map(RFC3339.string)
            )
            .with("--at", time.map { RFC3339.string($0.date) }).with("--must-read", if: mustRead).with("--yes").with(session)
            .with("-")
        let events = try await writing.sending(again: again, reading: draft.text) {
            let notice = try new.validated()
            if !yes { try await confirm(notice, target, context) }
            return try await context.writing({ $0.map { .upsert(.event($0), rev: $0.rev) } }) {
                try await context.client.send(notice)
            }
        }
        try await tell(events, target, at: time.map { clock.publication($0.date) }, context)
    }

    private func due(_ context: CommandContext) async throws -> Date? {
        guard let due else { return nil }
        let clock = try await context.clock()
        let date = try context.due(due, clock, yes: yes)
        for line in date.lines(clock) { context.say(line) }
        return date.date
    }

    /// The course that stands before the title, as for `noteit post`, and the words after it. A word that is not a course of
    /// the sender's begins the title. Throws a usage complaint if there are no receivers.
    private func leadingCourse(_ context: CommandContext) async throws -> (course: Course?, text: [String]) {
        guard course.isEmpty, let first = text.first else { return (nil, text) }
        let words = CourseWords(first, Array(text.dropFirst()))
        let code = CourseReference(words.course)?.code
        let mine = try await context.courseFinder.mine(words.course, at: context.now).choices
        if let code, !mine.isEmpty, mine.allSatisfy({ $0.code == code }) {
            return (try await context.myCourse(words.course), words.rest)
        }
        if section.isEmpty {
            throw Complaint.usage(
                "Name the receivers: '\(first)' is not a course of yours.",
                "As in: noteit notice send CMPT225 \"No lab this week\", or with --section or --course.")
        }
        return (nil, text)
    }

    private func target(_ lead: Course?, _ context: CommandContext) async throws -> NoticeReceivers {
        let named = if let lead { [lead] } else { try await context.myCourses(course) }
        let mine = try await context.staffedCourses([])
        return try await NoticeReceivers(courses: named, sections: section.commaSeparated, staffed: mine, context)
    }

    /// Shows the notice and whom it reaches, and asks. Throws `Cancelled` for a no, a usage complaint where it cannot ask.
    private func confirm(_ new: NewNotice, _ target: NoticeReceivers, _ context: CommandContext) async throws {
        let people = counted(try await context.client.reach(of: new).people, "person", "people")
        guard context.canAsk else {
            throw Complaint.usage("This would send a notice to \(people) in \(target.name).", "Confirm with --yes.")
        }
        context.say(Styled(new.title, .notice) + Styled(mustRead ? "  must read" : "", .warning))
        context.say("To \(people) in \(target.name).")
        guard try context.console.confirm("Send it?", standard: false) else { throw Cancelled("Nothing was sent.") }
    }

    private func tellReach(_ new: NewNotice, _ target: NoticeReceivers, _ context: CommandContext) async throws {
        let reach = try await context.client.reach(of: new)
        try await context.report(reach, plain: [["\(reach.people)"]]) {
            context.out(
                Styled("It would reach \(counted(reach.people, "person", "people")) in \(target.name). Nothing was sent."))
        }
    }

    private func tell(_ events: [Event], _ target: NoticeReceivers, at time: String?, _ context: CommandContext) async throws {
        try await context.report(try await context.listed(events), plain: events.map { [$0.reference, $0.id.description] }) {
            for event in events { context.out(Styled(event.reference, .strong)) }
            context.say(Styled(time.map { "It is sent to \(target.name) \($0)." } ?? "Sent to \(target.name).", .good))
        }
        for event in events { context.sayUnknownMentions(event.unknownMentions) }
    }
}

struct NoticeReceivers {
    private(set) var sections: [Section.ID] = []
    private(set) var courses: [Course.ID] = []
    private var names: [String] = []

    /// `CMPT225 D101, D102 and MATH150`
    var name: String {
        names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }

    /// - Parameters:
    ///   - courses: whole courses, unless sections of them are named too.
    ///   - sections: by code, registration number or id, each with or without its course.
    ///   - staffed: the courses in which to look for sections if `courses` is empty.
    /// Throws a usage complaint for a section that is in none or in several of the courses.
    init(courses: [Course], sections: [String], staffed: [Course], _ context: CommandContext) async throws {
        var chosen: [Course.ID: [Section]] = [:]
        var named = courses
        for text in sections {
            let (course, section) = try await Self.section(text, in: courses.isEmpty ? staffed : courses, context)
            chosen[course.id, default: []].append(section)
            if !named.contains(where: { $0.id == course.id }) { named.append(course) }
        }
        for course in named {
            if let sections = chosen[course.id] {
                self.sections += sections.map(\.id)
                names.append("\(course.name) \(sections.map(\.code).joined(separator: ", "))")
            } else {
                self.courses.append(course.id)
                names.append(course.name)
            }
        }
    }

    private static func section(_ text: String, in courses: [Course], _ context: CommandContext) async throws -> (
        Course, Section
    ) {
        let words = text.split { $0.isWhitespace || $0 == "/" || $0 == ":" }.map(String.init)
        if words.count > 1, let code = words.last {
            let course = try await context.myCourse(words.dropLast().joined())
            return (course, try context.sections([code], of: course)[0])
        }
        let found = courses.compactMap { course in
            (try? context.sections([text], of: course))?.first.map { (course, $0) }
        }
        if let only = found.first, found.count == 1 { return only }
        if found.isEmpty {
            throw Complaint.usage(
                "None of your courses has a section '\(text)'.",
                "You are staff of: \(courses.map(\.name).joined(separator: ", "))")
        }
        let choices = found.map { "--section \"\($0.0.name) \($0.1.code)\"" }
        throw Complaint.usage("'\(text)' is a section of several courses.", "Say which: \(choices.joined(separator: " or "))")
    }
}
