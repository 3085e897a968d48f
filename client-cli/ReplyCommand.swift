import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit reply`.
struct ReplyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reply",
        abstract: "Answer an event.",
        discussion: """
            Without a text, your editor ($VISUAL, else $EDITOR) opens. If the server is not reached, the reply waits in \
            the outbox and is sent once, later.

            Examples:
              noteit reply CMPT225#42 "Room 9001, I think"
              noteit reply CMPT225#42#3 "Are you sure?"  answers the third reply
              noteit reply CMPT225#42 --anonymous "Is it open book?"
              noteit reply CMPT225#42 "My notes" --attach notes.pdf
              noteit reply CMPT225#42 - < answer.txt
            """)

    @Argument(help: "Event, such as CMPT225#42, or a reply to it, such as CMPT225#42#3.", completion: Completions.events)
    var event: String
    @Argument(help: "Text; - reads standard input; nothing opens your editor.") var text: [String] = []
    @Option(help: ArgumentHelp("Answer this reply, by its number in the thread.", valueName: "number")) var to: Int?
    @OptionGroup var files: FileOptions
    @Flag(help: "Under no name; the course's staff see who it is.") var anonymous = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        let files = try files.files()
        try await work.getInStep()
        let words = EventWords(event, text)
        let reference = try words.reply()
        let thread = try await work.thread(reference.event)
        let parent = try (reference.number ?? to).map(thread.reply)
        if anonymous { try await work.requireMayHide(in: thread.event.course) }
        let hints =
            ["Your reply to \(thread.event.reference), \(thread.event.title.visible)", "Nothing written: nothing sent.", ""]
            + (parent?.body ?? thread.event.body).visibleLines.prefix(40).map { "> " + $0 }
        let writing = try Writing(words.rest, hints: hints, work: work)
        let again = "noteit reply '\(thread.event.reference)'"
        let outcome = try await writing.sending(work.console, again: again) {
            try await work.space.outbox.reply(
                NewReply(body: writing.text, parent: parent?.id, anonymous: anonymous), to: thread.event.id,
                attaching: files)
        }
        try tell(outcome, thread.event, work)
    }

    private func tell(_ outcome: Outbox.Outcome<Reply>, _ event: Event, _ work: Workplace) throws {
        switch outcome {
        case .sent(let reply):
            switch work.console.form {
            case .json: try work.writeJSON(reply)
            case .plain: work.console.row([event.reference, reply.id.description])
            case .pretty:
                let how = anonymous ? ", anonymously" : ""
                work.console.say(Styled("Replied to \(event.reference), \(event.title)\(how)", .good))
            }
        case .queued(let entry, let why): try work.tellQueued(entry, why)
        case .refused(let entry): throw Complaint(refused: entry)
        }
    }
}

/// An event that may have arrived as several words, `cmpt 225#42` or `cmpt225 #42`, and what stands behind it.
struct EventWords {
    let name: String
    let rest: [String]

    init(_ name: String, _ words: [String]) {
        var (name, rest) = (name, words[...])
        if !name.contains("#"), name.first?.isLetter == true, EventReference(name) == nil {
            if name.allSatisfy(\.isLetter), let second = rest.first, second.first?.isNumber == true {
                name += rest.removeFirst()
            }
            if !name.contains("#"), let mark = rest.first, mark.hasPrefix("#") { name += rest.removeFirst() }
        }
        self.name = name
        self.rest = Array(rest)
    }

    /// Throws a usage complaint if this can be the name of neither an event nor a reply.
    func reply() throws -> ReplyReference {
        guard let reference = ReplyReference(name) else { return ReplyReference(try event()) }
        return reference
    }

    /// Throws a usage complaint if this cannot be an event's name.
    func event() throws -> EventReference {
        guard let reference = EventReference(name) else {
            throw Complaint.usage("'\(name)' names no event.", "Say \(EventReference.form), or 42 where that is clear.")
        }
        return reference
    }
}
