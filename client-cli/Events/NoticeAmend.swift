import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit notice amend`.
struct NoticeAmend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "amend",
        abstract: "Change what a notice of yours says; who saw it is told.",
        discussion: """
            The first line is the title, the rest the text. Without a text, your editor opens with what it says now. Needs the server.

            Examples:
              noteit notice amend CMPT225#42
              noteit notice amend CMPT225#42 - < corrected.txt
              noteit notice amend CMPT225#42 --due "mon 17:00"
            """)

    @Argument(help: "Notice, such as CMPT225#42.", completion: Completions.events) var notice: String
    @Argument(help: "Title, or title and text; - reads standard input; nothing opens your editor.") var text: [String] = []
    @Option(help: ArgumentHelp("When it is due (\(DuePhrase.examples)), or none.", valueName: "when")) var due: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let words = EventWords(notice, text)
        let notice = try await work.notice([words.name])
        var patch = EventPatch()
        if let due {
            let clock = try await work.clock(term: term(of: notice.course))
            patch.due = due.lowercased() == "none" ? .cleared : .at(try PostOptions.due(due, clock).date)
            if words.rest.isEmpty { return try await send(patch, notice, work) }
        }
        let hints = ["\(notice.reference): the first line is the title, the rest the text.", "Nothing left: nothing changed."]
        let opening = Draft(title: notice.title, body: notice.body).text
        let writing = try Writing(words.rest, opening: opening, hints: hints, work: work)
        guard let draft = Draft(reading: writing.text) else { throw Cancelled() }
        patch.title = draft.title == notice.title ? nil : draft.title
        patch.body = draft.body == notice.body ? nil : draft.body
        let edit = patch
        let again = ShellCommand("noteit", "notice", "amend", notice.reference).with(session).with("-")
        try await writing.sending(again: again) {
            try await send(edit, notice, work)
        }
    }

    private func send(_ patch: EventPatch, _ notice: Event, _ work: Workplace) async throws {
        guard patch != EventPatch() else { return work.console.say("Nothing changed.") }
        let edited = try await work.client.edit(notice.id, with: patch.validated(), rev: notice.rev)
        _ = try await work.space.sync.refresh()
        switch work.console.form {
        case .json: try work.writeJSON(edited)
        case .plain: work.console.row([edited.reference, "\(edited.rev)"])
        case .pretty: work.console.say(Styled("Changed \(edited.reference); who saw it is told.", .good))
        }
    }
}
