import ArgumentParser
import Foundation
import NoteItClient
import NoteItTerminal

/// `noteit outbox list`.
struct OutboxList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List what waits, and what was refused and why.",
        discussion: "--plain writes number, id, state, kind, target, text and reason.")

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        var items: [Item] = []
        for (index, entry) in try await work.space.outbox.entries().enumerated() {
            items.append(Item(number: index + 1, target: try await work.target(of: entry), entry: entry))
        }
        switch work.console.form {
        case .json: try work.writeJSON(items)
        case .plain: for item in items { work.console.row(item.fields) }
        case .pretty: try await show(items, work)
        }
    }

    private func show(_ items: [Item], _ work: Workplace) async throws {
        guard !items.isEmpty else { return work.console.say("The outbox is empty: the server has all that you wrote.") }
        let clock = try await work.clock()
        var table = Table([
            .init("", right: true), .init("state"), .init("written"), .init("what"), .init("where"), .init("text", least: 12),
            .init("reason", least: 16, dropRank: 1),
        ])
        for item in items {
            let isRefused = item.entry.state == .refused
            table.add([
                Styled("\(item.number)"), Styled(item.entry.state.rawValue, isRefused ? .bad : .warning),
                Styled(clock.distance(item.entry.queuedAt), .faint), Styled(item.entry.kindName), Styled(item.target, .strong),
                Styled(item.entry.beginning),
            ])
        }
        work.console.out(table.lines(width: work.console.width))
        for item in items where item.entry.state == .refused {
            work.console.out(Styled("\(item.number) was refused: ", .bad) + Styled(item.entry.reason))
        }
        if items.contains(where: { $0.entry.state == .refused }) {
            work.console.say(Styled("Send again: noteit outbox retry NUMBER   Give up: noteit outbox drop NUMBER", .faint))
        }
    }

    private struct Item: Encodable {
        var number: Int
        var target: String
        var entry: OutboxEntry

        var fields: [String] {
            ["\(number)", entry.id, entry.state.rawValue, entry.kindName, target, entry.beginning, entry.why ?? ""]
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
            try container.encode(entry.why, forKey: .why)
        }
    }
}
