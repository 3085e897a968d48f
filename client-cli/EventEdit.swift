import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit event edit`.
struct EventEdit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change an event of yours.",
        discussion: """
            Without options, your editor opens with the title and the text. Everyone who sees the event sees that it was \
            edited, and where its due date moved, from when to when. An edit needs the server; if someone changed the \
            event meanwhile, nothing is overwritten.

            Examples:
              noteit event edit CMPT225#42
              noteit event edit CMPT225#42 --due "mon 17:00"
              noteit event edit CMPT225#42 --due none --kind note
              noteit event edit CMPT225#42 --public
              noteit event edit CMPT225#42 --detach 1 --attach slides-v2.pdf
            """)

    enum Audience: String, EnumerableFlag {
        case `public`, staff, `private`

        var visibility: Event.Visibility {
            switch self {
            case .public: .public
            case .staff: .staff
            case .private: .private
            }
        }

        static func help(for value: Audience) -> ArgumentHelp? {
            switch value {
            case .public: "Everyone in the course sees it."
            case .staff: "Only you and the course's staff see it."
            case .private: "Only you see it."
            }
        }
    }

    @Argument(help: "Event, such as CMPT225#42.", completion: Completions.events) var event: String
    @Option(help: "A new title.") var title: String?
    @Option(help: "A new text; - reads standard input.") var body: String?
    @Option(help: ArgumentHelp("When it is due (\(DuePhrase.examples)), or none.", valueName: "when")) var due: String?
    @Option(help: "What it is.") var kind: Event.Kind?
    @Option(help: "All its tags; several times for several; none for none.") var tag: [String] = []
    @Option(help: "All its sections; several times for several; all for the whole course.") var section: [String] = []
    @OptionGroup var files: FileOptions
    @Option(help: ArgumentHelp("A file of it that shall go, by number or name; all for all.", valueName: "file"))
    var detach: [String] = []
    @Flag var audience: Audience?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let event = try await work.thread(EventWords(self.event, []).event()).event
        guard try await work.isOwn(event) else {
            throw Complaint("Only its author can edit \(event.reference).")
        }
        let patch = try await patch(event, work)
        if patch != EventPatch() { return try await send(patch, to: event, work) }
        let opening = Draft(title: event.title, body: event.body)
        let hints = ["\(event.reference): the first line is the title, the rest the text.", "Nothing left: nothing changed."]
        let writing = try Writing([], opening: opening.text, hints: hints, work: work)
        guard let draft = Draft(reading: writing.text) else { throw Cancelled() }
        let edited = EventPatch(
            title: draft.title == event.title ? nil : draft.title, body: draft.body == event.body ? nil : draft.body)
        try await writing.sending(work.console, again: "noteit event edit '\(event.reference)' --body") {
            try await send(edited, to: event, work)
        }
    }

    private func patch(_ event: Event, _ work: Workplace) async throws -> EventPatch {
        var patch = EventPatch(title: title, body: try newBody(), kind: kind, visibility: audience?.visibility)
        if let due {
            let clock = try await work.clock(term: term(of: event.course))
            let date = due.lowercased() == "none" ? nil : try PostOptions.due(due, clock)
            if let date { work.console.say(date.line(clock)) }
            patch.due = date.map { .at($0.date) } ?? .cleared
        }
        if !tag.isEmpty { patch.tags = tag == ["none"] ? [] : tag }
        if !section.isEmpty {
            guard let course = try await work.copy.course(event.course) else {
                throw Complaint("You are not in its course any more.")
            }
            let sections = section == ["all"] ? [] : try work.sections(section.commaSeparated, of: course)
            try await work.requireMay(post: kind ?? event.kind, to: sections, of: course)
            patch.sections = sections.map(\.id)
        }
        patch.attachments = try await exchange(try files.files(), without: detach, of: event, work)
        return patch
    }

    private func newBody() throws -> String? { body == "-" ? try Writing.standardInput() : body?.withLineFeeds }

    private func send(_ patch: EventPatch, to event: Event, _ work: Workplace) async throws {
        guard patch != EventPatch() else { return work.console.say("Nothing changed.") }
        do {
            let edited = try await work.client.edit(event.id, with: patch.validated(), rev: event.rev)
            _ = try await work.space.sync.refresh()
            switch work.console.form {
            case .json: try work.writeJSON(edited)
            case .plain: work.console.row([edited.reference, "\(edited.rev)"])
            case .pretty: work.console.say(Styled("Changed \(edited.reference), \(edited.title)", .good))
            }
        } catch ClientError.problem(let problem) where problem.status == 412 {
            throw Complaint(
                "\(event.reference) was changed meanwhile; nothing was overwritten.",
                advice: ["Look at it, then edit again: noteit event view '\(event.reference)'"])
        }
    }
}
