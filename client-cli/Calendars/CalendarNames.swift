import Foundation
import NoteItCore
import NoteItTerminal

/// Something that people name: a feed, an import, an app password, a token, a second factor.
protocol NamedForCalendars {
    var name: String { get }
    /// The whole id.
    var idText: String { get }
}

extension CalendarFeed: NamedForCalendars { var idText: String { id.description } }
extension CalendarImport: NamedForCalendars { var idText: String { id.description } }
extension AppPassword: NamedForCalendars { var idText: String { id.description } }
extension ApiToken: NamedForCalendars { var idText: String { id.description } }
extension PushDevice: NamedForCalendars { var idText: String { id.description } }
extension Webhook: NamedForCalendars { var idText: String { id.description } }
extension SecondFactor: NamedForCalendars { var idText: String { id.description } }

extension CommandContext {
    /// The one that `words` name: by name, by id or at least four characters of its end, or by the beginning of its name. On a
    /// terminal asks which one is meant if there are several. Throws a complaint that suggests others.
    /// - Parameters: `noun`: such as `feed`; `list`: the command that lists them.
    func named<Item: NamedForCalendars>(_ words: [String], among items: [Item], _ noun: String, list: String) throws -> Item {
        let given = words.joined(separator: " ")
        let text = given.lowercased()
        let ways: [(Item) -> Bool] = [
            { $0.name.lowercased() == text }, { text.count >= 4 && $0.idText.hasSuffix(text) },
            { $0.name.lowercased().hasPrefix(text) },
        ]
        for way in ways where !text.isEmpty {
            let found = items.filter(way)
            if found.count == 1 { return found[0] }
            guard !found.isEmpty else { continue }
            guard canAsk else {
                throw Complaint(
                    "'\(given)' matches several; say which by id:", advice: found.map { "\($0.idText.suffix(8))  \($0.name)" },
                    status: ExitStatus.usage)
            }
            let choices = found.map {
                Chooser.Choice(
                    key: String($0.idText.suffix(8)),
                    cells: [Styled(String($0.idText.suffix(8)), .faint), Styled($0.name, .strong)])
            }
            return found[try Chooser("Which \(noun)", choices).ask(console)]
        }
        let near = Suggestion.nearest(to: text, among: items.map(\.name))
        if !near.isEmpty { throw Complaint("No \(noun) '\(given)'. Did you mean \(Suggestion.choice(near))?") }
        throw Complaint("No \(noun) '\(given)'.", advice: ["List yours with: \(list)"])
    }
}
