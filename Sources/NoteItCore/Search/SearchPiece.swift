/// One piece of a typed search: a word, a `"phrase"`, or a filter such as `kind:exam` or `tag:"week 3"`. A `-` before a piece
/// excludes it.
public struct SearchPiece: Sendable, Equatable, CustomStringConvertible {
    /// The names of filters. Any other text before a colon is an ordinary word.
    public enum Filter: String, CaseIterable, Sendable {
        case kind, tag, `in`, by, `is`, has, before, after, due
    }

    public var filter: Filter?
    public var text: String
    public var isQuoted, isExcluded: Bool

    public init(_ text: String, filter: Filter? = nil, isQuoted: Bool = false, isExcluded: Bool = false) {
        self.text = text
        self.filter = filter
        self.isQuoted = isQuoted
        self.isExcluded = isExcluded
    }

    /// The piece as people type it.
    public var description: String {
        let quoted = isQuoted || text.contains(where: \.isWhitespace) ? "\"\(text)\"" : text
        return (isExcluded ? "-" : "") + (filter.map { $0.rawValue + ":" } ?? "") + quoted
    }

    /// The name before the colon of a word that looks like a filter but is not one: `from` of `from:ben`. Nil for other pieces,
    /// such as web addresses and times.
    public var unknownFilter: String? {
        guard filter == nil, !isQuoted else { return nil }
        let name = text.prefix { $0.isLetter }
        let rest = text.dropFirst(name.count)
        guard !name.isEmpty, rest.first == ":", rest.dropFirst().first != "/" else { return nil }
        return name.lowercased()
    }

    /// The pieces of `text`, in order. The end of the text closes an open quote.
    public static func pieces(of text: String) -> [SearchPiece] {
        var (rest, pieces) = (Substring(text), [SearchPiece]())
        while true {
            rest = rest.drop(while: \.isWhitespace)
            guard !rest.isEmpty else { return pieces }
            pieces.append(read(from: &rest))
        }
    }

    /// `text` with dates for the days, and tags as they are stored: `before:2026-11-27` for `before:fri`.
    /// - Parameter day: turns a phrase into a day, as it is meant on the other day; nil means today.
    public static func writingDays(in text: String, _ day: (String, Day?) throws -> Day) rethrows -> String {
        try pieces(of: text).map { piece in
            var piece = piece
            switch piece.filter {
            case .before, .after: piece.text = try day(piece.text, nil).description
            case .tag: piece.text = piece.text.asTag
            case .due where !["none", "any"].contains(piece.text.lowercased()):
                let ends = piece.text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                var days = try ends.map { $0.isEmpty ? nil : try day($0, nil) }
                if let last = ends.last, let later = try Self.weekday(last, days, day) { days[1] = later }
                piece.text = days.map { $0?.description ?? "" }.joined(separator: "..")
            default: break
            }
            return piece.description
        }.joined(separator: " ")
    }

    /// The second of two days that are reversed: if it is a weekday, such as the `fri` of `mon..fri` on a Wednesday, the next one
    /// after the first day. Nil otherwise.
    private static func weekday(_ text: String, _ days: [Day?], _ day: (String, Day?) throws -> Day) rethrows -> Day? {
        guard days.count == 2, let first = days[0], let second = days[1], second < first else { return nil }
        let later = try day(text, first)
        return later > first && (1...6).contains { second.adding(days: 7 * $0) == later } ? later : nil
    }

    private static func read(from rest: inout Substring) -> SearchPiece {
        var piece = SearchPiece("")
        if rest.first == "-", let next = rest.dropFirst().first, !next.isWhitespace {
            piece.isExcluded = true
            rest.removeFirst()
        }
        let name = rest.prefix { $0.isLetter }
        if rest.dropFirst(name.count).first == ":", let filter = Filter(rawValue: name.lowercased()) {
            piece.filter = filter
            rest.removeFirst(name.count + 1)
        }
        if rest.first == "\"" {
            piece.isQuoted = true
            piece.text = String(rest.dropFirst().prefix { $0 != "\"" })
            rest = rest.dropFirst(piece.text.count + 2)
        } else {
            piece.text = String(rest.prefix { !$0.isWhitespace })
            rest = rest.dropFirst(piece.text.count)
        }
        return piece
    }
}
