import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit reply`.
struct ReplyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reply",
        abstract: "Answer an event, or a reply to it.",
        discussion: """
            Without a text, your editor ($VISUAL, else $EDITOR) opens. If the server is not reached, the reply waits in \
            the outbox and is sent once, later. The new reply's name, such as CMPT225#42#4, goes to standard output; by it you \
            change or delete it: noteit event edit, noteit event delete.

            Examples:
              noteit reply CMPT225#42 "Room 9001, I think"
              noteit reply CMPT225#42#3 "Are you sure?"  answers the third reply
              noteit reply CMPT225#42 --anonymous "Is it open book?"
              noteit reply CMPT225#42 "My notes" --attach notes.pdf
              noteit reply CMPT225#42 - < answer.txt
            """)

    @Argument(help: "Event or reply, such as CMPT225#42 or CMPT225#42#3.", completion: Completions.events) var name: String
    @Argument(help: "Text; - reads standard input; nothing opens your editor.") var text: [String] = []
    @OptionGroup var files: FileOptions
    @Flag(help: "Under no name; the course's staff see who it is.") var anonymous = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        let files = try files.files()
        try await work.getInStep()
        let words = EventWords(name, text)
        let place = try await work.place(words)
        if anonymous { try await work.requireMayHide(in: place.event.course) }
        let hints =
            ["Your answer to \(place.description.visible)", "Nothing written: nothing sent.", ""]
            + (place.reply?.body ?? place.event.body).visibleLines.prefix(40).map { "> " + $0 }
        let writing = try Writing(words.rest, hints: hints, work: work)
        let again = ShellCommand("noteit", "reply", place.name)
            .with("--anonymous", if: anonymous).with(self.files).with(session).with("-")
        let outcome = try await writing.sending(again: again) {
            try await work.space.outbox.reply(
                NewReply(body: writing.text, parent: place.reply?.id, anonymous: anonymous), to: place.event.id,
                attaching: files)
        }
        try tell(outcome, place, work)
    }

    private func tell(_ outcome: Outbox.Outcome<Reply>, _ place: ThreadPlace, _ work: Workplace) throws {
        switch outcome {
        case .sent(let reply):
            switch work.console.form {
            case .json: try work.writeJSON(reply)
            case .plain: work.console.row([place.event.reference(reply), reply.id.description])
            case .pretty:
                let how = anonymous ? ", anonymously" : ""
                work.console.out(Styled(place.event.reference(reply), .strong))
                work.console.say(Styled("Replied to \(place.description)\(how)", .good))
            }
        case .queued(let entry, let why): try work.tellQueued(entry, why)
        case .refused(let entry): throw Complaint(refused: entry)
        }
    }
}
