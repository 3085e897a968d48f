import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit event view`.
struct EventView: ReadingCommand, ChoosesFields {
    static let jsonFields = JSONFields.event + ["event", "replies"]
    static let configuration = CommandConfiguration(
        commandName: "view",
        abstract: "Read an event and its thread.",
        discussion: """
            Works offline. Replies that wait in the outbox stand in the thread, marked as waiting. --json writes \
            {"event": ..., "replies": [...], "waiting": [...]}; --json title,replies writes these fields of the event, and \
            the replies. --plain writes a line for the event, then a line for each reply: name or waiting, time in UTC, \
            author, text, name of the reply that it answers, accepted or endorsed.

            Marks the event as seen on all your devices, unless --peek is given. The name of a reply shows this reply and \
            the replies below it, and marks nothing.

            In most shells a word that begins with # is a comment: write '#42' with quotes, or 42.

            Examples:
              noteit event view CMPT225#42
              noteit event view CMPT225#42#3             its third reply and the replies below it
              noteit event view 42                       if only one of your courses has a #42
            """)

    @Argument(help: "Event or reply, such as CMPT225#42 or CMPT225#42#3.", completion: Completions.events) var name: [String]
    @Flag(help: "Do not mark it as seen.") var peek = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let target = try await context.target(EventWords(name))
        try await Self.show(target, context)
        if !peek && target.reply == nil { try await context.see([target.event]) }
    }

    /// Writes the event and its thread in the requested form.
    static func show(_ target: ThreadTarget, _ context: CommandContext) async throws {
        switch context.form {
        case .json: try context.writeJSON(try await context.listed(target))
        case .plain:
            plain(target.part, context)
            for (entry, reply) in try await context.unsentReplies(to: target.thread) {
                let answered = target.thread.replies.first { $0.id == reply.parent }
                context.row([
                    entry.unsent.rawValue, RFC3339.string(reply.createdAt), reply.author.displayName, reply.body,
                    answered.map(target.event.reference) ?? "", "",
                ])
            }
        case .pretty:
            context.out(try await lines(target, context))
        }
    }

    /// The page of the event and its thread.
    static func lines(_ target: ThreadTarget, names: NameBook? = nil, _ context: CommandContext) async throws -> [Styled] {
        let page = try await context.page(target, names: names).lines(width: context.width)
        return page + (target.reply == nil ? try await context.removalLines(of: target.event) : [])
    }

    private static func plain(_ thread: EventThread, _ context: CommandContext) {
        let event = thread.event
        context.row([
            event.reference, RFC3339.string(event.createdAt), event.author.displayName, event.kind.rawValue,
            event.visibility.rawValue,
            event.due.map(RFC3339.string) ?? "", event.tags.joined(separator: ","), event.title, event.body,
        ])
        let names = Dictionary(thread.replies.map { ($0.id, event.reference($0)) }, uniquingKeysWith: { first, _ in first })
        for reply in thread.replies {
            let verdict = [reply.id == event.accepted ? "accepted" : "", reply.id == event.endorsed ? "endorsed" : ""]
            context.row([
                event.reference(reply), RFC3339.string(reply.createdAt), reply.author.displayName, reply.body,
                reply.parent.flatMap { names[$0] } ?? "",
                verdict.filter { !$0.isEmpty }.joined(separator: ","),
            ])
        }
    }
}

extension CommandContext {
    /// The replies that staff removed, with the reasons that the reader may know.
    fileprivate func removalLines(of event: Event) async throws -> [Styled] {
        let removals = try await copy.removals(in: event.course).filter { $0.event == event.id }
        return removals.sorted { $0.removedAt < $1.removedAt }.flatMap { removal in
            let why = removal.reason.map { ": \($0)" } ?? "."
            return [Styled(), Styled("  \(removal.reference) was removed by the course's staff" + why, .faint)]
        }
    }

    /// - Parameter names: those of all people in the copy, if they were read before.
    func page(_ target: ThreadTarget, names: NameBook? = nil) async throws -> EventPage {
        let thread = target.thread
        let course = try await copy.course(thread.event.course)
        let codes = Dictionary((course?.sections ?? []).map { ($0.id, $0.code) }, uniquingKeysWith: { first, _ in first })
        let unsent = try await unsentReplies(to: thread)
        var page = EventPage(
            thread.event, replies: thread.replies + unsent.map(\.reply), branch: target.reply?.id, reader: try account().id,
            mark: try await copy.mark(of: thread.event.id),
            clock: try await clock(term: thread.event.course.term), unicode: console.unicode,
            sectionCodes: codes)
        page.unsent = Dictionary(unsent.map { ($0.reply.id, $0.entry.unsent) }, uniquingKeysWith: { first, _ in first })
        page.names = if let names { names } else { try await self.names() }
        page.isStyled = console.outColours.isColoured
        return page
    }
}
