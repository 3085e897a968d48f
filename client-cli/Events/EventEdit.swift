import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit event edit`.
struct EventEdit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change an event or a reply of yours.",
        discussion: """
            Without options, your editor opens with the title and the text. A reply has no more than a text and files. \
            Everyone who sees the event sees that it was edited, and where its due date moved, from when to when. An edit \
            needs the server; if someone changed the event meanwhile, nothing is overwritten.

            Examples:
              noteit event edit CMPT225#42
              noteit event edit CMPT225#42 --due "mon 17:00"
              noteit event edit CMPT225#42 --due none --kind note
              noteit event edit CMPT225#42 --public
              noteit event edit CMPT225#42#3 --body "Room 9002, sorry"
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

    @Argument(help: "Event or reply, such as CMPT225#42 or CMPT225#42#3.", completion: Completions.events) var name: [String]
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
        let place = try await work.place(EventWords(name))
        guard try await work.isOwn(place) else { throw Complaint("Only its author can edit \(place.name).") }
        if let reply = place.reply { return try await edit(reply, at: place, work) }
        let event = place.event
        let patch = try await patch(place, work)
        if patch != EventPatch() { return try await send(patch, to: place, work) }
        let opening = Draft(title: event.title, body: event.body)
        let hints = ["\(event.reference): the first line is the title, the rest the text.", "Nothing left: nothing changed."]
        let writing = try Writing([], opening: opening.text, hints: hints, work: work)
        guard let draft = Draft(reading: writing.text) else { throw Cancelled() }
        let edited = EventPatch(
            title: draft.title == event.title ? nil : draft.title, body: draft.body == event.body ? nil : draft.body)
        let again = ShellCommand("noteit", "event", "edit", event.reference).with("--title", edited.title)
            .with("--body", edited.body.map { $0.isEmpty ? "" : "-" }).with(session)
        try await writing.sending(again: again, reading: edited.body ?? "") {
            try await send(edited, to: place, work)
        }
    }

    private func patch(_ place: ThreadPlace, _ work: Workplace) async throws -> EventPatch {
        let event = place.event
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
        patch.attachments = try await exchange(try files.files(), without: detach, of: place, work)
        return patch
    }

    func newBody() throws -> String? { body == "-" ? try Writing.standardInput() : body?.withLineFeeds }

    private func send(_ patch: EventPatch, to place: ThreadPlace, _ work: Workplace) async throws {
        guard patch != EventPatch() else { return work.console.say("Nothing changed.") }
        try await change(place, work) {
            let edited = try await work.client.edit(place.event.id, with: patch.validated(), rev: place.event.rev)
            return (edited, edited.rev, "\(edited.reference), \"\(edited.title)\"")
        }
    }

    /// Runs an edit and says what became of it. Throws a complaint if somebody was faster.
    /// - Parameter edit: returns what the server stored, its revision, and what it is called.
    func change(
        _ place: ThreadPlace, _ work: Workplace, edit: () async throws -> (stored: any Encodable, rev: Int, name: String)
    ) async throws {
        do {
            let edited = try await edit()
            _ = try await work.space.sync.refresh()
            switch work.console.form {
            case .json: try work.writeJSON(edited.stored)
            case .plain: work.console.row([place.name, "\(edited.rev)"])
            case .pretty: work.console.say(Styled("Changed \(edited.name)", .good))
            }
        } catch ClientError.problem(let problem) where problem.status == 412 {
            throw Complaint(
                "\(place.name) was changed meanwhile; nothing was overwritten.",
                advice: ["Look at it, then edit again: noteit event view '\(place.name)'"])
        }
    }
}
