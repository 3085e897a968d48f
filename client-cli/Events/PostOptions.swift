import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// What `post` and `event new` take.
struct PostOptions: ParsableArguments {
    @Argument(help: "Course, such as CMPT225.", completion: Completions.courses) var course: String
    @Argument(help: "Title; - reads title and text from standard input; nothing opens your editor.") var title: [String] = []
    @Option(help: "The text below the title; - reads standard input.") var body: String?
    @Option(help: ArgumentHelp("When it is due: \(DuePhrase.examples).", valueName: "when")) var due: String?
    @Option(help: "What it is.") var kind: Event.Kind = .note
    @Option(help: "A tag; may be given several times.") var tag: [String] = []
    @Option(help: "Only for this section, such as D101; may be given several times.") var section: [String] = []
    @OptionGroup var files: FileOptions
    @Flag(name: .customLong("private"), help: "Only you see it.") var isPrivate = false
    @Flag(name: .customLong("staff"), help: "Only you and the course's staff see it.") var isForStaff = false
    @Flag(help: "Under no name; the course's staff see who it is.") var anonymous = false

    func validate() throws {
        if isPrivate && isForStaff { throw ValidationError("--private and --staff exclude each other.") }
        if body == "-", [[], ["-"]].contains(CourseWords(course, title).rest) {
            throw ValidationError("Standard input can be read once: with --body -, say the title on the command line.")
        }
    }

    static let discussion = """
        Without a title, your editor ($VISUAL, else $EDITOR) opens: the first line is the title, the rest the text. If the \
        server is not reached, the post waits in the outbox and is sent once, later. The new event's name, such as \
        CMPT225#42, goes to standard output.

        A reminder and an exam want a due date. While you ask a question, similar ones of the course are shown.

        A day without a time means 23:59, in the time zone of the course's term. 'next fri' is the Friday of next week.

        Examples:
          noteit post CMPT225 "Lab 4" --due "fri 17:00" --kind reminder --private
          noteit post CMPT225 "Where is the midterm?" --kind question
          noteit post CMPT225 "Is heap sort stable?" --kind question --anonymous
          noteit post CMPT225 "Slides of week 5" --tag slides --section D101,D102
          noteit post CMPT225 "Slides of week 6" --attach slides.pdf --attach code.zip
          noteit post CMPT225 - < announcement.txt
        """

    func post(_ session: SessionOptions) async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let words = CourseWords(self.course, title)
        let course = try await work.myCourse(words.course)
        let clock = try await work.clock(term: course.term)
        let sections = try work.sections(section.commaSeparated, of: course)
        try await work.requireMay(post: kind, to: sections, of: course)
        let files = try self.files.files()
        if anonymous { try await work.requireMayHide(in: course.id) }
        let due = try dueDate(clock, work)
        if let due { work.console.say(due.line(clock)) }
        let hints = [
            "A new \(kind.rawValue) in \(course.code). The first line is the title, the rest the text.",
            "Nothing written: nothing sent.",
        ]
        let writing = try Writing(words.rest, hints: hints, work: work)
        let draft = try draft(writing)
        let again = again(words.course, due: due?.date, session)
        let outcome = try await writing.sending(again: again, reading: draft.text) {
            let new = event(draft, due: due?.date, sections: sections)
            if kind == .question { try await work.offerQuestions(like: new.title, in: course) }
            return try await work.space.outbox.post(new, in: course.id, attaching: files)
        }
        try PostReport(work: work, course: course).tell(outcome)
    }

    /// Asks for it on a terminal where the kind wants one. Throws a usage complaint if there is none.
    private func dueDate(_ clock: DueText, _ work: Workplace) throws -> DueDate? {
        if let due { return try Self.due(due, clock) }
        guard kind.wantsDue else { return nil }
        return try Self.due(try work.ask("When is it due? ", else: "--due, since \(kind.withArticle) is about a moment"), clock)
    }

    private func draft(_ writing: Writing) throws -> Draft {
        guard var draft = Draft(reading: writing.text) else { throw Complaint.usage("Needed: a title.") }
        if let body { draft.body = body == "-" ? try Writing.standardInput() : body.withLineFeeds }
        return draft
    }

    private func event(_ draft: Draft, due: Date?, sections: [Section]) -> NewEvent {
        NewEvent(
            title: draft.title, body: draft.body, kind: kind, tags: tag, due: due,
            visibility: isPrivate ? .private : isForStaff ? .staff : .public, sections: sections.map(\.id),
            anonymous: anonymous)
    }

    /// The same post with title and text from standard input. The due date is the moment that was meant: tomorrow is another day.
    private func again(_ course: String, due: Date?, _ session: SessionOptions) -> ShellCommand {
        ShellCommand("noteit", "post", course)
            .with("--kind", kind == .note ? nil : kind.rawValue).with("--due", due.map(RFC3339.string))
            .with("--tag", tag).with("--section", section).with(files)
            .with("--private", if: isPrivate).with("--staff", if: isForStaff).with("--anonymous", if: anonymous)
            .with(session).with("-")
    }

    /// Throws a usage complaint with examples if the phrase means no moment.
    static func due(_ text: String, _ clock: DueText) throws -> DueDate {
        guard let date = DuePhrase(now: clock.now, timeZone: clock.timeZone).date(text) else {
            throw Complaint.usage("'\(text)' is no time that is understood here.", "Try one of: \(DuePhrase.examples)")
        }
        return DueDate(date: date)
    }
}

/// A due date that was understood, to be said back.
struct DueDate {
    let date: Date

    func line(_ clock: DueText) -> Styled {
        let isPast = date < clock.now
        return Styled("due \(clock.full(date))", .strong) + Styled(" (\(clock.distance(date)))", isPast ? .warning : .faint)
    }
}

extension [String] {
    /// `--section D101,D102` means the same as giving it twice. An empty name stays, to be refused: no section is the whole course.
    var commaSeparated: [String] { flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } }
}

/// Says what became of a post.
struct PostReport {
    let work: Workplace
    let course: Course

    func tell(_ outcome: Outbox.Outcome<Event>) throws {
        switch outcome {
        case .sent(let event): try tell(event)
        case .queued(let entry, let why): try work.tellQueued(entry, why)
        case .refused(let entry): throw Complaint(refused: entry)
        }
    }

    private func tell(_ event: Event) throws {
        switch work.console.form {
        case .json: try work.writeJSON(event)
        case .plain: work.console.row([event.reference, event.id.description])
        case .pretty:
            work.console.out(Styled(event.reference, .strong))
            let audience =
                event.visibility == .public ? "" : event.visibility == .staff ? ", for staff only" : ", for you alone"
            let how = event.anonymous ? ", anonymously" : ""
            work.console.say(Styled("Posted \"\(event.title)\" in \(course.code)\(audience)\(how).", .good))
        }
    }
}

extension Workplace {
    /// Says that something waits in the outbox.
    func tellQueued(_ entry: OutboxEntry, _ why: ClientError) throws {
        switch console.form {
        case .json: try writeJSON(["state": "queued", "id": entry.id, "why": why.description])
        case .plain: console.row(["queued", entry.id])
        case .pretty: break
        }
        console.say(Styled("Queued: it waits in the outbox and is sent, once, as soon as the server is reached.", .warning))
        console.say(Styled("  \(why.description)", .faint))
    }
}

extension Complaint {
    /// The server refused what is now in the outbox.
    init(refused entry: OutboxEntry) {
        self.init(
            "The server refused it: \(entry.reason)",
            advice: ["It stays in the outbox: noteit outbox list, then retry or drop it."])
    }
}
