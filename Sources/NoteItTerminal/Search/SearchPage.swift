import Foundation
import NoteItCore

/// The results of a search: each on one line, its excerpt on the next, then the names of its files if they have the words, then its
/// author.
public struct SearchPage: Sendable {
    public var hits: [SearchHit]
    public var reader: PageReader

    public init(_ hits: [SearchHit], reader: PageReader) { (self.hits, self.reader) = (hits, reader) }

    /// Lines of at most `width` cells; nil means as wide as needed.
    public func lines(width: Int?) -> [Styled] {
        hits.enumerated().flatMap { index, hit in
            (index > 0 ? [Styled()] : []) + lines(of: hit).map { line in width.map(line.truncated) ?? line }
        }
    }

    /// Tab-separated values: name of the event or reply, kind or `reply`, time in UTC, author, title, excerpt, and the names of its
    /// files if they have the words.
    public var plainLines: [String] {
        hits.map { hit in
            [
                hit.reference, hit.reply == nil ? hit.event.kind.rawValue : "reply", RFC3339.string(hit.writtenAt),
                hit.author.displayName, hit.event.title, hit.excerpt.text, hit.files?.text ?? "",
            ].map(\.visible).joined(separator: "\t")
        }
    }

    /// A line for each question, with its state.
    public var questionLines: [Styled] {
        hits.map { hit in
            let state = hit.event.isOpen ? hit.event.replyWords : "answered"
            return Styled("  ") + Styled(hit.event.reference, .strong) + Styled("  ") + hit.title.styled
                + Styled(state.isEmpty ? "" : "  " + state, .faint)
        }
    }

    private func lines(of hit: SearchHit) -> [Styled] {
        let kind = hit.event.kind
        let head =
            Styled(hit.reference, .strong) + "  "
            + (hit.reply == nil ? Styled(kind.label(unicode: reader.unicode), kind.tone) : Styled("reply in", .faint)) + "  "
            + hit.title.styled
        let due = hit.reply == nil ? hit.event.due.map { "  due " + reader.clock.short($0) } ?? "" : ""
        let context =
            Styled("  ") + reader.author(of: hit.event, hit.reply)
            + Styled("  \(reader.clock.distance(hit.writtenAt))" + due, .faint)
        let excerpt = hit.excerpt.text.isEmpty ? [] : [Styled("  ") + hit.excerpt.styled]
        let sign = Styled(reader.unicode ? "📎 " : "file ", .faint)
        let files = hit.files.map { [Styled("  ") + sign + $0.styled] } ?? []
        return [head] + excerpt + files + [context]
    }
}

extension SearchHit {
    /// The author of the event, and of the reply if the hit is one.
    public var authors: [Author] { [event.author] + (reply.map { [$0.author] } ?? []) }

    fileprivate var reference: String { reply.map(event.reference) ?? event.reference }
    fileprivate var author: Author { reply?.author ?? event.author }
    var writtenAt: Date { reply?.createdAt ?? event.createdAt }
}

extension MarkedText {
    /// On one line, with the matches set apart.
    public var styled: Styled {
        let scalars = Array(text.unicodeScalars)
        func part(_ from: Int, _ to: Int) -> String {
            guard 0 <= from, from < to, to <= scalars.count else { return "" }
            return String(String.UnicodeScalarView(scalars[from..<to]))
        }
        var (line, place) = (Styled(), 0)
        for mark in marks {
            line += Styled(part(place, mark.from)) + Styled(part(mark.from, mark.to), .match)
            place = mark.to
        }
        return line + Styled(part(place, scalars.count))
    }
}
