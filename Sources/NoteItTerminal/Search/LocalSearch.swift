import NoteItCore

/// A search in the events and replies of the local copy. It knows words, phrases and exclusion; filters are the server's.
public struct LocalSearch: Sendable {
    private let pieces: [SearchPiece]

    /// Nil if the text has a filter, or no word to look for.
    public init?(_ text: String) {
        pieces = SearchPiece.pieces(of: text.lowercased()).filter { $0.filter != nil || !$0.text.isEmpty }
        guard pieces.allSatisfy({ $0.filter == nil }), pieces.contains(where: { !$0.isExcluded }) else { return nil }
    }

    /// Whether the event has all words, and no excluded one, in its reference, title, author's name, body and names of files.
    public func matches(_ event: Event) -> Bool {
        matches("\(event.reference) \(event.title) \(event.author.displayName) \(event.body) \(Self.words(event.attachments))")
    }

    /// What matches, newest first: events, and replies by their bodies and names of files.
    public func hits(among events: [Event], _ replies: [Reply]) -> [SearchHit] {
        let found = events.filter(matches).map { event in
            SearchHit(
                event: event, reply: nil, title: MarkedText(event.title), excerpt: Self.excerpt(of: event.body),
                files: files(event.attachments))
        }
        let threads = Dictionary(events.map { ($0.id, $0) }) { first, _ in first }
        let replied: [SearchHit] = replies.compactMap { reply in
            guard matches("\(reply.body) \(Self.words(reply.attachments))"), let event = threads[reply.event] else {
                return nil
            }
            return SearchHit(
                event: event, reply: reply, title: MarkedText(event.title), excerpt: Self.excerpt(of: reply.body),
                files: files(reply.attachments))
        }
        return (found + replied).sorted { ($0.writtenAt, $0.event.number) > ($1.writtenAt, $1.event.number) }
    }

    /// Whether a text has all words, and no excluded one.
    public func matches(_ text: String) -> Bool {
        let text = text.lowercased()
        return pieces.allSatisfy { text.contains($0.text) != $0.isExcluded }
    }

    private static func excerpt(of body: String) -> MarkedText { MarkedText(String(body.prefix(160))) }

    /// The names as they are, and with their words divided.
    private static func words(_ attachments: [Attachment]) -> String {
        "\(attachments.names) \(attachments.names.dividedName())"
    }

    /// Nil if no word is in the names.
    private func files(_ attachments: [Attachment]) -> MarkedText? {
        let names = Self.words(attachments).lowercased()
        return pieces.contains { !$0.isExcluded && names.contains($0.text) } ? MarkedText(attachments.names) : nil
    }
}
