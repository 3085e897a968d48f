import NoteItCore

/// A search in the events of the local copy. It knows words, phrases and exclusion; filters are the server's.
public struct LocalSearch: Sendable {
    private let pieces: [SearchPiece]

    /// Nil if the text has a filter, or no word to look for.
    public init?(_ text: String) {
        pieces = SearchPiece.pieces(of: text.lowercased()).filter { $0.filter != nil || !$0.text.isEmpty }
        guard pieces.allSatisfy({ $0.filter == nil }), pieces.contains(where: { !$0.isExcluded }) else { return nil }
    }

    /// Whether the event has all words, and no excluded one, in its reference, title, author's name and body.
    public func matches(_ event: Event) -> Bool {
        matches("\(event.reference) \(event.title) \(event.author.displayName) \(event.body)")
    }

    /// Whether a text has all words, and no excluded one.
    public func matches(_ text: String) -> Bool {
        let text = text.lowercased()
        return pieces.allSatisfy { text.contains($0.text) != $0.isExcluded }
    }
}
