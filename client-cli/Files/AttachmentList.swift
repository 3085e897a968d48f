import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit attachment list`.
struct AttachmentList: ReadingCommand, ChoosesFields {
    static let jsonFields = ["event", "file", "number", "reference", "reply"]
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the files of an event and its thread, of one reply, or of a course.",
        discussion: """
            Works offline. --plain writes event, number, name, bytes, type and id.

            Examples:
              noteit attachment list CMPT225#42
              noteit attachment list CMPT225#42#3
              noteit attachment list CMPT225
            """)

    @Argument(help: "Event or reply, such as CMPT225#42 or CMPT225#42#3, or course.", completion: Completions.events) var name:
        [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let found = try await targets(context).flatMap { target in ThreadFile.all(of: target).map { (target.event, $0) } }
        let items = found.map { event, file in
            Item(
                event: event.id, reference: event.reference, number: file.number, reply: file.reply?.number,
                file: file.attachment)
        }
        let rows = found.map { event, file in
            let attachment = file.attachment
            let (size, type) = ("\(attachment.size)", attachment.mediaType)
            return [event.reference, "\(file.number)", attachment.name, size, type, attachment.id.description]
        }
        try await context.report(items, plain: rows) { show(found, context) }
    }

    private func targets(_ context: CommandContext) async throws -> [ThreadTarget] {
        if name.joined().contains("#") || Event.ID(name.joined()) != nil { return [try await context.target(EventWords(name))] }
        let course = try await context.myCourse(name.joined(separator: " "))
        let events = try await context.copy.events(in: course.id).flatMap(\.events)
        var targets: [ThreadTarget] = []
        for event in events.sorted(by: { $0.number < $1.number }) {
            if let thread = try await context.copy.thread(event.id) { targets.append(ThreadTarget(thread: thread)) }
        }
        return targets
    }

    private func show(_ found: [(Event, ThreadFile)], _ context: CommandContext) {
        guard !found.isEmpty else { return context.say("No files there.") }
        var table = Table([
            .init("event"), .init("", right: true), .init("file", least: 12, comesFirst: true), .init("size", right: true),
            .init("type", dropRank: 2), .init("with", dropRank: 1),
        ])
        for (event, file) in found {
            table.addRow([
                Styled(event.reference, .strong), Styled("\(file.number)"), Styled(file.attachment.name),
                Styled(FileSize.text(file.attachment.size)), Styled(file.attachment.mediaType, .faint),
                Styled(file.reply.map(event.reference) ?? event.title, .faint),
            ])
        }
        context.out(table.lines(width: context.width))
        if let (event, file) = found.first {
            context.say(Styled("Get one: noteit attachment get '\(event.reference)' \(file.number)", .faint))
        }
    }

    private struct Item: Encodable {
        var event: Event.ID
        var reference: String
        var number: Int
        var reply: Int?
        var file: Attachment
    }
}
