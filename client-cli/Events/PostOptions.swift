import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// The options of `post` and `event new`.
struct PostOptions: ParsableArguments {
    @Argument(help: "Course, such as CMPT225.", completion: Completions.courses) var course: String
    @Argument(
        help: "Title; - reads title and text from standard input; without it your editor opens.",
        completion: Completions.mentions)
    var title: [String] = []
    @Option(help: "The text below the title; - reads standard input.", completion: Completions.mentions) var body: String?
    @Option(help: ArgumentHelp("When it is due: \(DuePhrase.examples).", valueName: "when")) var due: String?
    @Option(help: "Its kind.") var kind: Event.Kind = .note
    @Option(help: ArgumentHelp("Publish it at this time; until then only you see it.", valueName: "when")) var at: String?
    @Option(help: "A tag; may be given several times.") var tag: [String] = []
    @Option(help: "Post only to this section, such as D101; may be given several times.", completion: Completions.sections)
    var section: [String] = []
    @OptionGroup var files: FileOptions
    @Flag(name: .customLong("private"), help: "Only you see it.") var isPrivate = false
    @Flag(name: .customLong("staff"), help: "Only you and the course's staff see it.") var isForStaff = false
    @Flag(help: "Hide your name from classmates; the course's staff see it.") var anonymous = false
    @Flag(name: .shortAndLong, help: "Do not ask, not even about a due date in the past.") var yes = false

    func validate() throws {
        if isPrivate && at != nil { throw ValidationError("--private and --at exclude each other: others never see it.") }
        if isPrivate && isForStaff { throw ValidationError("--private and --staff exclude each other.") }
        if body == "-", [[], ["-"]].contains(CourseWords(course, title).rest) {
            throw ValidationError("Standard input can be read only once: with --body -, give the title on the command line.")
        }
    }

    static let discussion = """
        Without a title, your editor ($VISUAL, else $EDITOR) opens: the first line is the title, the rest the text. If the \
        server is not reached, the post waits in the outbox and is sent later, once. The name of the new event, such as \
        CMPT225#42, goes to standard output.

        Reminders and exams need a due date. Before a question is posted, similar questions of the course are shown.

        A day without a time means 23:59 in the time zone of the term. 'next fri' is the Friday of next week. A date such as \
        12/1 is read as your locale (LC_TIME) writes dates. A due date in the past needs a yes, or --yes.

        With --at, nobody else sees the post before that time, staff neither; then it is published as if you had posted it at \
        that moment. Until then it is listed by 'noteit event list --scheduled', and you may edit or delete it.

        Examples:
          noteit post CMPT225 "Lab 4" --due "fri 17:00" --kind reminder --private
          noteit post CMPT225 "Where is the midterm?" --kind question
          noteit post CMPT225 "Is heap sort stable?" --kind question --anonymous
          noteit post CMPT225 "Slides of week 5" --tag slides --section D101,D102
          noteit post CMPT225 "Slides of week 6" --attach slides.pdf --attach code.zip
          noteit post CMPT225 "Quiz today" --at "mon 08:00"
          noteit post CMPT225 - < announcement.txt
        """

    func run(_ session: SessionOptions) async throws {
        let context = try await CommandContext(inStep: session)
        let words = CourseWords(self.course, title)
        let course = try await context.myCourse(words.course)
        let clock = try await context.clock(term: course.term)
        let sections = try context.sections(section.commaSeparated, of: course)
        try await context.requireMay(post: kind, to: sections, of: course)
        let files = try self.files.opened()
        if anonymous { try await context.requireMayHide(in: course.id) }
        let due = try dueDate(clock, context)
        let time = try at.map { try CommandContext.coming($0, clock) }
        if let note = time?.note { context.say(Styled(note, .faint)) }
        if let due {
            for line in due.lines(clock) { context.say(line) }
            if !isPrivate { await context.sayLoad(of: course.id, at: due.date) }
        }
        let hints = [
            "A new \(kind.rawValue) in \(course.name). The first line is the title, the rest the text.",
            "To send nothing, write nothing.",
        ]
        let writing = try Writing(words.rest, hints: hints, context: context)
        let draft = try writing.draft(body: body)
        let again = again(words.course, due: due, at: time?.date, session)
        let outcome = try await writing.sending(again: again, reading: draft.text) {
            let new = event(draft, due: due?.date, at: time?.date, sections: sections)
            if kind == .question { try await context.offerQuestions(like: new.title, in: course, yes: yes) }
            return try await context.outbox.post(new, in: course.id, attaching: files)
        }
        switch outcome {
        case .sent(let event):
            // The mark says that an anonymous post is its author's.
            if event.anonymous { try? await context.refresh() }
            try await tell(event, course, clock, context)
        case .queued(let entry, let why): try context.tellQueued(entry, why)
        case .refused(let entry): throw Complaint(refused: entry)
        }
    }

    private func tell(_ event: Event, _ course: Course, _ clock: DueText, _ context: CommandContext) async throws {
        try await context.report(try await context.listed(event), plain: [[event.reference, event.id.description]]) {
            context.out(Styled(event.reference, .strong))
            let isForStaff = event.visibility == .staff || event.publication?.visibility == .staff
            let isPrivate = event.visibility == .private && event.publication == nil
            let audience = isForStaff ? ", for staff only" : isPrivate ? ", for you alone" : ""
            let how = event.anonymous ? ", anonymously" : ""
            let when = event.publication.map { clock.publication($0.at) }
            let what = "\"\(event.title)\" in \(course.name)\(audience)\(how)"
            context.say(Styled(when.map { "Kept \(what). It is published \($0)." } ?? "Posted \(what).", .good))
        }
        context.sayUnknownMentions(event.unknownMentions)
        if event.visibility == .staff, await context.hasNoStaff(course.id) { context.sayNoStaff(course.id) }
    }

    /// The due date; asks for it if the kind needs one. Throws a usage complaint if there is none.
    private func dueDate(_ clock: DueText, _ context: CommandContext) throws -> DueDate? {
        guard due != nil || kind.wantsDue else { return nil }
        let text = try due ?? context.ask("When is it due? ", else: "--due, since \(kind.withArticle) has a due date")
        return try context.due(text, clock, yes: yes)
    }

    private func event(_ draft: Draft, due: Date?, at time: Date?, sections: [Section]) -> NewEvent {
        NewEvent(
            title: draft.title, body: draft.body, kind: kind, tags: tag.map(\.asTag), due: due,
            visibility: isPrivate ? .private : isForStaff ? .staff : .public, sections: sections.map(\.id),
            anonymous: anonymous, publishAt: time)
    }

    /// The command for the same post, with title and text from standard input. Its due date is absolute: `tomorrow` changes.
    private func again(_ course: String, due: DueDate?, at time: Date?, _ session: SessionOptions) -> ShellCommand {
        ShellCommand("noteit", "post", course)
            .with("--kind", kind == .note ? nil : kind.rawValue).with("--due", due.map { RFC3339.string($0.date) })
            .with("--at", time.map(RFC3339.string)).with("--tag", tag).with("--section", section).with(files)
            .with("--private", if: isPrivate).with("--staff", if: isForStaff).with("--anonymous", if: anonymous)
            .with("--yes", if: yes || due?.isPast ?? false)
            .with(session).with("-")
    }
}

extension DueText {
    /// `on Mon 30 Nov 2026 08:00 PST (in 3 days)`
    func publication(_ time: Date) -> String { "on \(full(time)) (\(distance(time)))" }
}

extension CommandContext {
    /// Reports that an entry waits in the outbox.
    func tellQueued(_ entry: OutboxEntry, _ why: ClientError) throws {
        switch console.form {
        case .json: try writeJSON(["state": "queued", "id": entry.id, "why": why.description])
        case .plain: console.row(["queued", entry.id])
        case .pretty: break
        }
        console.say(Styled("Queued: it waits in the outbox, and is sent once when the server is reached.", .warning))
        console.say(Styled("  \(why.description)", .faint))
    }
}

extension Complaint {
    /// The server refused an entry, which stays in the outbox.
    init(refused entry: OutboxEntry) {
        self.init(
            "The server refused it: \(entry.reason)",
            advice: ["It stays in the outbox: noteit outbox list, then retry or drop it."])
    }
}
