import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit notice amend`.
struct NoticeAmend: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "amend",
        abstract: "Edit your notice; everyone who saw it is notified.",
        discussion: """
            The first line is the title, the rest the text. Without a text, your editor opens with the current one. Asks \
            first, unless --yes is given. Needs the server.

            Examples:
              noteit notice amend CMPT225#42
              noteit notice amend CMPT225#42 - < corrected.txt
              noteit notice amend CMPT225#42 --due "mon 17:00"
            """)

    @Argument(help: "Notice, such as CMPT225#42.", completion: Completions.events) var notice: String
    @Argument(help: "Title, or title and text; - reads standard input; without it your editor opens.") var text: [String] = []
    @Option(help: ArgumentHelp("When it is due (\(DuePhrase.examples)), or none.", valueName: "when")) var due: String?
    @Flag(name: .shortAndLong, help: "Do not ask, not even about a due date in the past.") var yes = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let words = EventWords(notice, text)
        let notice = try await context.notice([words.name])
        var patch = EventPatch()
        if let due {
            let clock = try await context.clock(term: notice.course.term)
            let date = due.lowercased() == "none" ? nil : try context.due(due, clock, yes: yes)
            for line in date?.lines(clock) ?? [] { context.say(line) }
            patch.due = Clearable(date?.date)
            if words.rest.isEmpty { return try await send(patch, notice, context) }
        }
        var (writing, edit) = try Writing.revising(notice, words: words.rest, context: context)
        edit.due = patch.due
        let again = ShellCommand("noteit", "notice", "amend", notice.reference).with("--yes").with(session).with("-")
        try await writing.sending(again: again) {
            try await send(edit, notice, context)
        }
    }

    private func send(_ patch: EventPatch, _ notice: Event, _ context: CommandContext) async throws {
        guard patch != EventPatch() else { return context.say("Nothing changed.") }
        let valid = try patch.validated()
        if !yes { try context.confirm("amend", "\(notice.reference), \"\(notice.title)\", and notify everyone who saw it") }
        let edited = try await context.writing({ [.upsert(.event($0), rev: $0.rev)] }) {
            try await context.client.edit(notice.id, with: valid, rev: notice.rev)
        }
        try context.report(
            edited, plain: [[edited.reference, "\(edited.rev)"]],
            Styled("Changed \(edited.reference); everyone who saw it is notified.", .good))
        context.sayUnknownMentions(edited.unknownMentions)
    }
}
