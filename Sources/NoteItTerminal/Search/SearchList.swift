import Foundation
import NoteItCore

/// What a search found, as a list: what it is on one line, where the words stand on the next.
public struct SearchList: Sendable {
    public var hits: [SearchHit]
    public var reader: Account.ID?
    /// The reader's, by which also what they wrote under an alias is known.
    public var marks: [Event.ID: EventMark]
    public var clock: DueText
    public var names: NameBook
    public var unicode: Bool

    public init(
        _ hits: [SearchHit], reader: Account.ID?, marks: [Event.ID: EventMark] = [:], clock: DueText, names: NameBook,
        unicode: Bool
    ) {
        self.hits = hits
        self.reader = reader
        self.marks = marks
        self.clock = clock
        self.names = names
        self.unicode = unicode
    }

    /// Lines of at most `width` cells; nil: as wide as they need.
    public func lines(width: Int?) -> [Styled] {
        hits.enumerated().flatMap { index, hit in
            (index > 0 ? [Styled()] : []) + lines(of: hit).map { line in width.map(line.truncated) ?? line }
        }
    }

    /// Values with tabs between them: event or reply, kind or `reply`, when it was written in UTC, author, title, excerpt.
    public var plainLines: [String] {
        hits.map { hit in
            [
                hit.reference, hit.reply == nil ? hit.event.kind.rawValue : "reply", RFC3339.string(hit.writtenAt),
                hit.author.displayName, hit.event.title, hit.excerpt.text,
            ].map(\.visible).joined(separator: "\t")
        }
    }

    /// Questions on a line each, with what became of them.
    public var questionLines: [Styled] {
        hits.map { hit in
            let state = hit.event.isOpen ? EventList.replies(hit.event.replyCount) : "answered"
            return Styled("  ") + Styled(hit.event.reference, .strong) + Styled("  ") + hit.title.styled
                + Styled(state.isEmpty ? "" : "  " + state, .faint)
        }
    }

    private func lines(of hit: SearchHit) -> [Styled] {
        let kind = hit.event.kind
        let head =
            Styled(hit.reference, .strong) + "  "
            + (hit.reply == nil ? Styled(kind.label(unicode: unicode), kind.tone) : Styled("reply in", .faint)) + "  "
            + hit.title.styled
        let who = isOwn(hit) ? Styled("you", .mine) : Styled(names.name(of: hit.author, anonymous: hit.isAnonymous), .faint)
        let due = hit.reply == nil ? hit.event.due.map { "  due " + clock.short($0) } ?? "" : ""
        let context = Styled("  ") + who + Styled("  \(clock.distance(hit.writtenAt))" + due, .faint)
        let excerpt = hit.excerpt.text.isEmpty ? [] : [Styled("  ") + hit.excerpt.styled]
        return [head] + excerpt + [context]
    }

    private func isOwn(_ hit: SearchHit) -> Bool {
        let mark = marks[hit.event.id]
        return hit.reply?.isOwn(of: reader, mark) ?? hit.event.isOwn(of: reader, mark)
    }
}

extension SearchHit {
    /// Of the event, and of the reply if it is one.
    public var authors: [Author] { [event.author] + (reply.map { [$0.author] } ?? []) }

    fileprivate var reference: String { reply.map(event.reference) ?? event.reference }
    fileprivate var author: Author { reply?.author ?? event.author }
    fileprivate var isAnonymous: Bool { reply?.anonymous ?? event.anonymous }
    fileprivate var writtenAt: Date { reply?.createdAt ?? event.createdAt }
}

extension MarkedText {
    /// On one line, with what was looked for set apart.
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
