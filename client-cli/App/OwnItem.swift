import Foundation
import NoteItCore
import NoteItTerminal

/// Something of a person's own that commands take by its name.
protocol OwnItem: Encodable {
    associatedtype ID: CustomStringConvertible
    /// What it is, such as `feed`, and the command that lists them all.
    static var listing: (noun: String, command: String) { get }
    var id: ID { get }
    var name: String { get }
    /// Tab-separated values.
    var fields: [String] { get }
}

extension CalendarFeed: OwnItem { static var listing: (noun: String, command: String) { ("feed", "calendar feed") } }
extension CalendarImport: OwnItem { static var listing: (noun: String, command: String) { ("import", "calendar import") } }
extension AppPassword: OwnItem { static var listing: (noun: String, command: String) { ("app password", "calendar password") } }
extension ApiToken: OwnItem { static var listing: (noun: String, command: String) { ("token", "token") } }
extension PushDevice: OwnItem { static var listing: (noun: String, command: String) { ("device", "push") } }
extension Webhook: OwnItem { static var listing: (noun: String, command: String) { ("webhook", "webhook") } }
extension SecondFactor: OwnItem { static var listing: (noun: String, command: String) { ("second factor", "auth factor") } }

extension OwnItem {
    /// The end of its id, which is enough to name it.
    fileprivate var mark: String { String(id.description.suffix(8)) }
}

extension CommandContext {
    /// The one that `words` name: by name, by id or at least four characters of its end, or by the beginning of its name. On a
    /// terminal asks which one is meant if there are several. Throws a complaint that suggests others.
    func named<Item: OwnItem>(_ words: [String], among items: [Item]) throws -> Item {
        let (given, noun) = (words.joined(separator: " "), Item.listing.noun)
        let text = given.lowercased()
        let ways: [(Item) -> Bool] = [
            { $0.name.lowercased() == text }, { text.count >= 4 && $0.id.description.hasSuffix(text) },
            { $0.name.lowercased().hasPrefix(text) },
        ]
        for way in ways where !text.isEmpty {
            let found = items.filter(way)
            if found.count == 1 { return found[0] }
            guard !found.isEmpty else { continue }
            guard canAsk else {
                throw Complaint(
                    "'\(given)' matches several; say which by id:", advice: found.map { "\($0.mark)  \($0.name)" },
                    status: ExitStatus.usage)
            }
            let choices = found.map {
                Chooser.Choice(key: $0.mark, cells: [Styled($0.mark, .faint), Styled($0.name, .strong)])
            }
            return found[try Chooser("Which \(noun)", choices).ask(console)]
        }
        let near = Suggestion.nearest(to: text, among: items.map(\.name))
        if !near.isEmpty { throw Complaint("No \(noun) '\(given)'. Did you mean \(Suggestion.choice(near))?") }
        throw Complaint("No \(noun) '\(given)'.", advice: ["List yours with: noteit \(Item.listing.command) list"])
    }

    /// Ends the one that `words` name, and says that it `was` ended.
    func end<Item: OwnItem>(
        _ words: [String], among items: [Item], was: String = "Removed", by act: (Item.ID) async throws -> Void
    ) async throws {
        let gone = try named(words, among: items)
        try await act(gone.id)
        try report(gone, plain: [gone.fields], Styled("\(was) the \(Item.listing.noun) '\(gone.name)'.", .good))
    }
}
