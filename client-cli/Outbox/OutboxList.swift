import ArgumentParser
import Foundation
import NoteItClient
import NoteItTerminal

/// `noteit outbox list`.
struct OutboxList: ContextCommand, ChoosesFields {
    static let jsonFields = ["id", "kind", "number", "queuedAt", "state", "target", "text", "tries", "why"]
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the entries; refused ones with the reason.",
        discussion: """
            An entry is waiting, refused, or unreadable: then its stored text is shown, and it can only be dropped. --plain \
            writes number, id, state, kind, target, text and reason.
            """)

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        var items: [Item] = []
        for (index, entry) in try await context.outbox.entries().enumerated() {
            items.append(Item(number: index + 1, target: try await context.targetName(of: entry), entry: entry))
        }
        try await context.report(items, plain: items.map(\.fields)) { try await show(items, context) }
    }

    private func show(_ items: [Item], _ context: CommandContext) async throws {
        guard !items.isEmpty else { return context.say("The outbox is empty: the server has all that you wrote.") }
        let (clock, studyClock) = (try await context.clock(), try await context.studyClock())
        var table = Table([
            .init("", right: true), .init("state"), .init("written"), .init("what"), .init("where"), .init("text", least: 12),
            .init("reason", least: 16, dropRank: 1),
        ])
        for item in items {
            table.addRow([
                Styled("\(item.number)"), Styled(item.entry.state.rawValue, item.entry.state == .waiting ? .warning : .bad),
                Styled(clock.distance(item.entry.queuedAt), .faint), Styled(item.entry.kindName), Styled(item.target, .strong),
                Styled(words(of: item.entry, clock, studyClock)),
            ])
        }
        context.out(table.lines(width: context.width))
        for item in items where item.entry.state == .refused {
            context.out(Styled("\(item.number) was refused: ", .bad) + Styled(item.entry.reason))
        }
        if items.contains(where: { $0.entry.state == .refused }) {
            context.say(Styled("Send again: noteit outbox retry NUMBER   Delete: noteit outbox drop NUMBER", .faint))
        }
        for item in items where item.entry.state == .unreadable {
            context.out(
                Styled("\(item.number) cannot be read. ", .bad) + "Save its text, then: noteit outbox drop \(item.number)")
        }
    }

    private func words(of entry: OutboxEntry, _ clock: DueText, _ studyClock: DueText) -> String {
        switch entry.content {
        case .remind(let time?, _): clock.short(time)
        case .block(let patch, _, _): patch.words(studyClock.short)
        default: entry.beginning
        }
    }

    private struct Item: Encodable {
        var number: Int
        var target: String
        var entry: OutboxEntry

        var fields: [String] {
            ["\(number)", entry.id, entry.state.rawValue, entry.kindName, target, entry.beginning, entry.explanation ?? ""]
        }

        enum CodingKeys: CodingKey { case number, id, state, kind, target, text, queuedAt, tries, why }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(number, forKey: .number)
            try container.encode(entry.id, forKey: .id)
            try container.encode(entry.state, forKey: .state)
            try container.encode(entry.kindName, forKey: .kind)
            try container.encode(target, forKey: .target)
            try container.encode(entry.beginning, forKey: .text)
            try container.encode(entry.queuedAt, forKey: .queuedAt)
            try container.encode(entry.tries, forKey: .tries)
            try container.encode(entry.explanation, forKey: .why)
        }
    }
}
