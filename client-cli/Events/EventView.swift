import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit event view`.
struct EventView: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "view",
        abstract: "Read an event and its thread.",
        discussion: """
            Works offline. --json writes {"event": ..., "replies": [...]}; --plain a line of fields for the event, then one for \
            each reply: name, time in UTC, author, text, name of the reply that it answers, accepted or endorsed.

            What you read is seen, on all your devices; --peek leaves it unseen. A reply's name shows \
            it and what answers it, and leaves the rest unseen.

            In most shells a word that begins with # is a comment: say '#42' with quotes, or 42.

            Examples:
              noteit event view CMPT225#42
              noteit event view CMPT225#42#3             its third reply, and what answers that
              noteit event view 42                       where only one of your courses has it
            """)

    @Argument(help: "Event or reply, such as CMPT225#42 or CMPT225#42#3.", completion: Completions.events) var name: [String]
    @Flag(help: "Leave it unseen.") var peek = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let place = try await work.place(EventWords(name))
        try await Self.show(place, work)
        if !peek && place.reply == nil { try await work.see([place.event]) }
    }

    /// The event and its thread, in the form that is asked for.
    static func show(_ place: ThreadPlace, _ work: Workplace) async throws {
        switch work.console.form {
        case .json: try work.writeJSON(place.part)
        case .plain: plain(place.part, work)
        case .pretty:
            work.console.out(try await work.page(place).lines(width: work.console.width))
            if place.reply == nil { work.console.out(try await work.removalLines(of: place.event)) }
        }
    }

    private static func plain(_ thread: EventThread, _ work: Workplace) {
        let event = thread.event
        work.console.row([
            event.reference, RFC3339.string(event.createdAt), event.author.displayName, event.kind.rawValue,
            event.visibility.rawValue,
            event.due.map(RFC3339.string) ?? "", event.tags.joined(separator: ","), event.title, event.body,
        ])
        let names = Dictionary(thread.replies.map { ($0.id, event.reference($0)) }, uniquingKeysWith: { first, _ in first })
        for reply in thread.replies {
            let verdict = [reply.id == event.accepted ? "accepted" : "", reply.id == event.endorsed ? "endorsed" : ""]
            work.console.row([
                event.reference(reply), RFC3339.string(reply.createdAt), reply.author.displayName, reply.body,
                reply.parent.flatMap { names[$0] } ?? "",
                verdict.filter { !$0.isEmpty }.joined(separator: ","),
            ])
        }
    }
}

extension Workplace {
    /// That staff removed replies, and why, as far as the reader may know.
    fileprivate func removalLines(of event: Event) async throws -> [Styled] {
        let removals = try await copy.removals(in: event.course).filter { $0.event == event.id }
        return removals.sorted { $0.removedAt < $1.removedAt }.flatMap { removal in
            let why = removal.reason.map { ": \($0)" } ?? "."
            return [Styled(), Styled("  \(removal.reference) was removed by the course's staff" + why, .faint)]
        }
    }

    func page(_ place: ThreadPlace) async throws -> EventPage {
        let thread = place.thread
        let course = try await copy.course(thread.event.course)
        let codes = Dictionary((course?.sections ?? []).map { ($0.id, $0.code) }, uniquingKeysWith: { first, _ in first })
        var page = EventPage(
            thread.event, replies: thread.replies, branch: place.reply?.id, reader: try account().id,
            mark: try await copy.mark(of: thread.event.id),
            clock: try await clock(term: NoteItTerminal.term(of: thread.event.course)), unicode: console.unicode,
            sectionCodes: codes)
        page.names = NameBook(try await copy.authors())
        return page
    }
}
