import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit event edit`.
struct EventEdit: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Edit your event or reply.",
        discussion: """
            Without options, your editor opens with the title and the text. A reply has only a text and files. Everyone who \
            sees the event sees that it was edited, and its former due dates. Needs the server. If the event was changed on \
            another device meanwhile, nothing is overwritten. Asks before it hides replies of others, unless --yes is given.

            Examples:
              noteit event edit CMPT225#42
              noteit event edit CMPT225#42 --due "mon 17:00"
              noteit event edit CMPT225#42 --due none --kind note
              noteit event edit CMPT225#42 --public
              noteit event edit CMPT225#42 --at "tue 09:00"
              noteit event edit CMPT225#42 --at none     it stays private
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
    @Option(help: "Its kind.") var kind: Event.Kind?
    @Option(help: ArgumentHelp("When your private post is published, or none.", valueName: "when")) var at: String?
    @Option(help: "A tag, in place of all it has, or none; may be given several times.") var tag: [String] = []
    @Option(
        help: "A section, in place of all it has, or all for the whole course; may be given several times.",
        completion: Completions.sections)
    var section: [String] = []
    @OptionGroup var files: FileOptions
    @Option(help: ArgumentHelp("A file to take off, by number or name, or all; may be given several times.", valueName: "file"))
    var detach: [String] = []
    @Flag var audience: Audience?
    @Flag(name: .shortAndLong, help: "Do not ask, not even about a due date in the past.") var yes = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let target = try await context.target(EventWords(name))
        guard try await context.isOwn(target) else { throw Complaint("Only its author can edit \(target.name).") }
        if let reply = target.reply { return try await edit(reply, at: target, context) }
        let event = target.event
        let patch = try await patch(target, context)
        if patch != EventPatch() { return try await send(patch, to: target, context) }
        let (writing, edited) = try Writing.revising(event, context: context)
        let again = ShellCommand("noteit", "event", "edit", event.reference).with("--title", edited.title)
            .with("--body", edited.body.map { $0.isEmpty ? "" : "-" }).with(session)
        try await writing.sending(again: again, reading: edited.body ?? "") {
            try await send(edited, to: target, context)
        }
    }

    private func patch(_ target: ThreadTarget, _ context: CommandContext) async throws -> EventPatch {
        let event = target.event
        var patch = EventPatch(title: title, body: try newBody(), kind: kind, visibility: audience?.visibility)
        if let due {
            let clock = try await context.clock(term: event.course.term)
            let date = due.lowercased() == "none" ? nil : try context.due(due, clock, yes: yes)
            if let date {
                for line in date.lines(clock) { context.say(line) }
                await context.sayLoad(of: event.course, at: date.date)
            }
            patch.due = Clearable(date?.date)
        }
        patch.publishAt = try await publication(of: event, context)
        if !tag.isEmpty { patch.tags = tag == ["none"] ? [] : tag.map(\.asTag) }
        if !section.isEmpty {
            guard let course = try await context.copy.course(event.course) else {
                throw Complaint("You are not in its course any more.")
            }
            let sections = section == ["all"] ? [] : try context.sections(section.commaSeparated, of: course)
            try await context.requireMay(post: kind ?? event.kind, to: sections, of: course)
            patch.sections = sections.map(\.id)
        }
        patch.attachments = try await exchange(try files.opened(), without: detach, of: target, context)
        return patch
    }

    private func publication(of event: Event, _ context: CommandContext) async throws -> Clearable<Date>? {
        guard let at else { return nil }
        if at.lowercased() == "none" { return .cleared }
        guard event.visibility == .private else { throw Complaint("\(event.reference) is published already.") }
        let clock = try await context.clock(term: event.course.term)
        let time = try CommandContext.coming(at, clock)
        context.say(Styled("published \(clock.publication(time.date))", .strong))
        if let note = time.note { context.say(Styled(note, .faint)) }
        return .set(time.date)
    }

    func newBody() throws -> String? { body == "-" ? try Writing.standardInput() : body?.withLineFeeds }

    private func send(_ patch: EventPatch, to target: ThreadTarget, _ context: CommandContext) async throws {
        guard patch != EventPatch() else { return context.say("Nothing changed.") }
        if !yes, let others = patch.excluded(from: target.event) { try await confirmHiding(target, from: others, context) }
        try await change(target, context) {
            let edited = try await context.client.edit(target.event.id, with: patch.validated(), rev: target.event.rev)
            return (.event(edited), edited.rev, "\(edited.reference), \"\(edited.title)\"", edited.unknownMentions)
        }
    }

    /// Asks whether to hide an event with replies by others, and these. Throws as `confirm`.
    /// - Parameter others: the people who will not see them any more.
    private func confirmHiding(_ target: ThreadTarget, from others: String, _ context: CommandContext) async throws {
        let (reader, mark) = (try context.account().id, try await context.copy.mark(of: target.event.id))
        let count = target.thread.replies.count { !$0.isOwn(of: reader, mark) }
        guard count > 0 else { return }
        let replies = counted(count, "reply by another person", "replies by others")
        try context.confirm("hide", "\(target.description) and \(replies), from \(others)")
    }

    /// Runs an edit and reports the result. Throws a complaint if the post was changed meanwhile.
    /// - Parameter edit: returns the stored post, its revision, its name, and the mentions in it that reach nobody.
    func change(
        _ target: ThreadTarget, _ context: CommandContext,
        edit: () async throws -> (stored: Change.Body, rev: Int, name: String, unknown: [String]?)
    ) async throws {
        do {
            let edited = try await context.writing({ [.upsert($0.stored, rev: $0.rev)] }, edit)
            try context.report(
                edited.stored.post, plain: [[target.name, "\(edited.rev)"]], Styled("Changed \(edited.name)", .good))
            context.sayUnknownMentions(edited.unknown)
        } catch ClientError.problem(let problem) where problem.status == 412 {
            throw Complaint(
                "\(target.name) was changed meanwhile; nothing was overwritten.",
                advice: ["Look at it, then edit again: noteit event view '\(target.name)'"])
        }
    }
}

extension Change.Body {
    /// An event or a reply as `--json` writes it.
    fileprivate var post: any Encodable {
        switch self {
        case .reply(let reply): reply
        case .event(let event): event
        default: [String: String]()
        }
    }
}

extension EventPatch {
    /// The people who see the event now and will not after this edit, in words; nil if there are none.
    fileprivate func excluded(from event: Event) -> String? {
        let new = visibility ?? event.visibility
        if new == .private, event.visibility != .private { return "everyone else" }
        if new == .staff, event.visibility == .public { return "all but the course's staff" }
        guard new != .private, let sections, !sections.isEmpty else { return nil }
        return event.sections.isEmpty || !Set(event.sections).isSubset(of: sections) ? "all but the new sections" : nil
    }
}

extension EventEdit {
    /// The attachments after an edit: some files are taken off, others are uploaded and added. Nil means no change.
    /// Throws a usage complaint for a file that the post does not have.
    func exchange(
        _ added: [LocalFile], without names: [String], of target: ThreadTarget, _ context: CommandContext
    ) async throws -> [Attachment.ID]? {
        if added.isEmpty && names.isEmpty { return nil }
        let all = ThreadFile.all(of: target).filter { $0.reply?.id == target.reply?.id }
        let gone = try names == ["all"] ? all : names.map { try ThreadFile.named($0, in: all, of: target) }
        var ids = all.map(\.attachment.id).filter { id in !gone.contains { $0.attachment.id == id } }
        guard ids.count + added.count <= Attachment.most else {
            throw Complaint.usage("\(target.name) can have at most \(Attachment.most) files.", "Take files off with --detach.")
        }
        for file in added {
            ids.append(try await context.client.upload(file.url, named: file.name, id: .make(at: context.now)).id)
        }
        return ids
    }
}
