import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit reply`.
struct ReplyCommand: AsyncParsableCommand, ChoosesFields {
    static let jsonFields = JSONFields.reply
    static let configuration = CommandConfiguration(
        commandName: "reply",
        abstract: "Reply to an event, or to a reply.",
        discussion: """
            Without a text, your editor ($VISUAL, else $EDITOR) opens. If the server is not reached, the reply waits in the \
            outbox and is sent later, once. The name of the new reply, such as CMPT225#42#4, goes to standard output. \
            'noteit event edit' and 'noteit event delete' take this name.

            Where you have written anonymously, as in the thread of your own anonymous question, your reply is anonymous too, \
            unless --named is given.

            Examples:
              noteit reply CMPT225#42 "Room 9001, I think"
              noteit reply CMPT225#42#3 "Are you sure?"  answers the third reply
              noteit reply CMPT225#42 --anonymous "Is it open book?"
              noteit reply CMPT225#42 "My notes" --attach notes.pdf
              noteit reply CMPT225#42 - < answer.txt
            """)

    @Argument(help: "Event or reply, such as CMPT225#42 or CMPT225#42#3.", completion: Completions.events) var name: String
    @Argument(help: "Text; - reads standard input; without it your editor opens.", completion: Completions.mentions)
    var text: [String] = []
    @OptionGroup var files: FileOptions
    @Flag(help: "Hide your name from classmates; the course's staff see it.") var anonymous = false
    @Flag(help: "Give your name, also where you have written anonymously.") var named = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        if anonymous && named { throw ValidationError("--anonymous and --named exclude each other.") }
    }

    func run() async throws {
        let files = try files.opened()
        let context = try await CommandContext(inStep: session)
        let words = EventWords(name, text)
        if let place = try await context.placeBeyondCopy(words) { return try await reply(words, at: place, files, context) }
        let target = try await context.target(words)
        let isAnonymous = try await isAnonymous(target.event, context)
        let how = isAnonymous ? " (anonymously)" : ""
        let hints =
            ["Your reply to \(target.description.visible)\(how)", "To send nothing, write nothing.", ""]
            + (target.reply?.body ?? target.event.body).visibleLines.prefix(40).map { "> " + $0 }
        let writing = try Writing(words.rest, hints: hints, context: context)
        let again = ShellCommand("noteit", "reply", target.name)
            .with("--anonymous", if: isAnonymous).with("--named", if: named).with(self.files).with(session).with("-")
        let outcome = try await writing.sending(again: again) {
            try await context.outbox.reply(
                NewReply(body: writing.text, parent: target.reply?.id, anonymous: isAnonymous), to: target.event.id,
                attaching: files)
        }
        try await tell(outcome, target, context)
    }

    /// Queues a reply to an event that came after the copy.
    private func reply(_ words: EventWords, at place: EventPlace, _ files: [LocalFile], _ context: CommandContext) async throws
    {
        context.say(Styled(context.notInCopy(place.name, context.asOf ?? "").message, .warning))
        let writing = try Writing(words.rest, hints: ["Your reply to \(place.name)"], context: context)
        let again = ShellCommand("noteit", "reply", place.name)
            .with("--anonymous", if: anonymous).with("--named", if: named).with(self.files).with(session).with("-")
        let outcome = try await writing.sending(again: again) {
            try await context.outbox.reply(
                NewReply(body: writing.text, anonymous: anonymous), at: place, attaching: files)
        }
        switch outcome {
        case .sent(let reply):
            guard let thread = try await context.copy.thread(reply.event) else { return context.say("Sent.") }
            try await tell(.sent(reply), ThreadTarget(thread: thread), context)
        case .queued(let entry, let why): try context.tellQueued(entry, why)
        case .refused(let entry): throw Complaint(refused: entry)
        }
    }

    /// Whether the reply hides its author. Throws a usage complaint if staff ask for it.
    private func isAnonymous(_ event: Event, _ context: CommandContext) async throws -> Bool {
        if anonymous { try await context.requireMayHide(in: event.course) }
        if anonymous || named { return anonymous }
        return try await context.repliesAnonymously(to: event)
    }

    private func tell(_ outcome: Outbox.Outcome<Reply>, _ target: ThreadTarget, _ context: CommandContext) async throws {
        switch outcome {
        case .sent(let reply):
            // The event counts its replies. The reply is sent, whatever becomes of the copy.
            try? await context.refresh()
            let listed = ListedReply(reply: reply, reference: target.event.reference(reply))
            try await context.report(listed, plain: [[listed.reference, reply.id.description]]) {
                context.out(Styled(target.event.reference(reply), .strong))
                let done = reply.anonymous ? "\(target.name), anonymously." : target.description
                context.say(Styled("Replied to \(done)", .good))
            }
            context.sayUnknownMentions(reply.unknownMentions)
        case .queued(let entry, let why):
            try context.tellQueued(entry, why)
            if case .reply(let new, _) = entry.content, new.anonymous == true { context.say("  It is anonymous.") }
        case .refused(let entry): throw Complaint(refused: entry)
        }
    }
}
