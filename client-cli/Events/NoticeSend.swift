import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit notice send`.
struct NoticeSend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send a notice to sections and whole courses, all at once.",
        discussion: """
            The first line is the title, the rest the text: behind the options, from standard input, or from your editor ($VISUAL, \
            else $EDITOR). A course of which you name sections gets it in those alone. It is sent to all of them or to none. Its \
            names, such as CMPT225#42, go to standard output. Needs the server.

            Examples:
              noteit notice send --section D101,D102 "No lab this week"
              noteit notice send --course CMPT225 --course MATH150 --must-read < notice.txt
              noteit notice send --section "CMPT225 D101" --course MATH150 --dry-run < notice.txt
            """)

    @Argument(help: "Title, or title and text; - or nothing reads standard input or opens your editor.") var text: [String] = []
    @Option(help: "A course, as a whole unless you name sections of it; may be given several times.") var course: [String] = []
    @Option(help: "A section, such as D101 or \"CMPT225 D101\"; may be given several times.") var section: [String] = []
    @Option(help: ArgumentHelp("When it is due: \(DuePhrase.examples).", valueName: "when")) var due: String?
    @Flag(help: "It passes a mute, and is shown as must read.") var mustRead = false
    @Flag(help: "Only say how many people it would reach.") var dryRun = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        if course.isEmpty && section.isEmpty { throw ValidationError("Say to whom, with --section or --course.") }
    }

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let target = try await target(work)
        let due = try await due(work)
        let hints = [
            "A notice to \(target.name). The first line is the title, the rest the text.", "Nothing written: nothing sent.",
        ]
        // Piped text needs no dash.
        let words = text.isEmpty && !Console.inputIsTerminal ? ["-"] : text
        let writing = try Writing(words, hints: hints, work: work)
        guard let draft = Draft(reading: writing.text) else { throw Complaint.usage("Needed: a title.") }
        let new = NewNotice(
            sections: target.sections, courses: target.courses, title: draft.title, body: draft.body, due: due,
            mustRead: mustRead)
        if dryRun { return try await tellReach(new.validated(), target, work) }
        let again = ShellCommand("noteit", "notice", "send")
            .with("--course", course).with("--section", section).with("--due", due.map(RFC3339.string))
            .with("--must-read", if: mustRead).with(session).with("-")
        let events = try await writing.sending(again: again) {
            try await work.client.send(new.validated())
        }
        _ = try await work.space.sync.refresh()
        try tell(events, target, work)
    }

    private func due(_ work: Workplace) async throws -> Date? {
        guard let due else { return nil }
        let clock = try await work.clock()
        let date = try PostOptions.due(due, clock)
        work.console.say(date.line(clock))
        return date.date
    }

    private func target(_ work: Workplace) async throws -> NoticeTarget {
        var named: [Course] = []
        for name in course { named.append(try await work.myCourse(name)) }
        let mine = try await work.staffedCourses([])
        return try await NoticeTarget(courses: named, sections: section.commaSeparated, staffed: mine, work)
    }

    private func tellReach(_ new: NewNotice, _ target: NoticeTarget, _ work: Workplace) async throws {
        let reach = try await work.client.reach(of: new)
        switch work.console.form {
        case .json: try work.writeJSON(reach)
        case .plain: work.console.row(["\(reach.people)"])
        case .pretty:
            work.console.out(Styled("It would reach \(NoticeTarget.people(reach.people)) in \(target.name). Nothing was sent."))
        }
    }

    private func tell(_ events: [Event], _ target: NoticeTarget, _ work: Workplace) throws {
        switch work.console.form {
        case .json: try work.writeJSON(Page(items: events))
        case .plain: for event in events { work.console.row([event.reference, event.id.description]) }
        case .pretty:
            for event in events { work.console.out(Styled(event.reference, .strong)) }
            work.console.say(Styled("Sent to \(target.name).", .good))
        }
    }
}

/// Whom a notice is for.
struct NoticeTarget {
    private(set) var sections: [Section.ID] = []
    private(set) var courses: [Course.ID] = []
    private var names: [String] = []

    /// `CMPT225 D101, D102 and MATH150`
    var name: String {
        names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }

    /// - Parameters:
    ///   - courses: named by themselves: as a whole, unless sections of them are named too.
    ///   - sections: by code, registration number or id, perhaps with the course in front.
    ///   - staffed: where the sender is staff: where a section without a course is looked for if no course is named.
    /// Throws a usage complaint for a section that is not there, or in several courses.
    init(courses: [Course], sections: [String], staffed: [Course], _ work: Workplace) async throws {
        var chosen: [Course.ID: [Section]] = [:]
        var named = courses
        for text in sections {
            let (course, section) = try await Self.section(text, in: courses.isEmpty ? staffed : courses, work)
            chosen[course.id, default: []].append(section)
            if !named.contains(where: { $0.id == course.id }) { named.append(course) }
        }
        for course in named {
            if let sections = chosen[course.id] {
                self.sections += sections.map(\.id)
                names.append("\(course.code) \(sections.map(\.code).joined(separator: ", "))")
            } else {
                self.courses.append(course.id)
                names.append(course.code)
            }
        }
    }

    static func people(_ count: Int) -> String { count == 1 ? "1 person" : "\(count) people" }

    private static func section(_ text: String, in courses: [Course], _ work: Workplace) async throws -> (Course, Section) {
        let words = text.split { $0.isWhitespace || $0 == "/" || $0 == ":" }.map(String.init)
        if words.count > 1, let code = words.last {
            let course = try await work.myCourse(words.dropLast().joined())
            return (course, try work.sections([code], of: course)[0])
        }
        let found = courses.compactMap { course in
            (try? work.sections([text], of: course))?.first.map { (course, $0) }
        }
        if let only = found.first, found.count == 1 { return only }
        if found.isEmpty {
            throw Complaint.usage(
                "None of your courses has a section '\(text)'.",
                "You are staff of: \(courses.map(\.code).joined(separator: ", "))")
        }
        let choices = found.map { "--section \"\($0.0.code) \($0.1.code)\"" }
        throw Complaint.usage("'\(text)' is a section of several courses.", "Say which: \(choices.joined(separator: " or "))")
    }
}
