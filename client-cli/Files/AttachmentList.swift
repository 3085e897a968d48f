import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit attachment list`.
struct AttachmentList: AsyncParsableCommand {
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

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let found = try await places(work).flatMap { place in ThreadFile.all(of: place).map { (place.event, $0) } }
        switch work.console.form {
        case .json:
            try work.writeJSON(
                found.map { Item(event: $0.id, number: $1.number, reply: $1.reply?.number, file: $1.attachment) })
        case .plain:
            for (event, file) in found {
                let attachment = file.attachment
                work.console.row([
                    event.reference, "\(file.number)", attachment.name, "\(attachment.size)", attachment.mediaType,
                    attachment.id.description,
                ])
            }
        case .pretty: show(found, work)
        }
    }

    private func places(_ work: Workplace) async throws -> [ThreadPlace] {
        if name.joined().contains("#") || Event.ID(name.joined()) != nil { return [try await work.place(EventWords(name))] }
        let course = try await work.myCourse(name.joined(separator: " "))
        let events = try await work.copy.events(in: course.id).flatMap(\.events)
        var places: [ThreadPlace] = []
        for event in events.sorted(by: { $0.number < $1.number }) {
            if let thread = try await work.copy.thread(event.id) { places.append(ThreadPlace(thread: thread)) }
        }
        return places
    }

    private func show(_ found: [(Event, ThreadFile)], _ work: Workplace) {
        guard !found.isEmpty else { return work.console.say("No files there.") }
        var table = Table([
            .init("event"), .init("", right: true), .init("file", least: 12), .init("size", right: true),
            .init("type", dropRank: 2), .init("with", dropRank: 1),
        ])
        for (event, file) in found {
            table.add([
                Styled(event.reference, .strong), Styled("\(file.number)"), Styled(file.attachment.name),
                Styled(FileSize.text(file.attachment.size)), Styled(file.attachment.mediaType, .faint),
                Styled(file.reply.map(event.reference) ?? event.title, .faint),
            ])
        }
        work.console.out(table.lines(width: work.console.width))
        if let (event, file) = found.first {
            work.console.say(Styled("Get one: noteit attachment get '\(event.reference)' \(file.number)", .faint))
        }
    }

    private struct Item: Encodable {
        var event: Event.ID
        var number: Int
        var reply: Int?
        var file: Attachment
    }
}
