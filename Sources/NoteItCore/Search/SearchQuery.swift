import Foundation

/// A parsed search. A result must match all its words and filters.
public struct SearchQuery: Sendable, Equatable {
    /// A word, or a phrase as its consecutive words.
    public struct Words: Sendable, Equatable {
        public var text: String
        public var isExcluded: Bool
    }

    /// A condition that a result must, or must not, meet.
    public struct Demand: Sendable, Equatable {
        public enum Subject: Sendable, Equatable {
            case kind(Event.Kind), tag(String)
            /// A code such as `CMPT225`, or a full id.
            case course(String)
            case author(handle: String)
            /// A question without an accepted or endorsed answer.
            case open
            case mine, unread, attachment
        }

        public var subject: Subject
        public var isExcluded: Bool
    }

    public enum Due: Sendable, Equatable {
        case none, any
        /// Due on a day of a range, both ends included; nil means no bound.
        case between(Day?, Day?)
    }

    public var words: [Words] = []
    public var demands: [Demand] = []
    /// The day before or after which the due date lies, or the day of posting of a post without one.
    public var before, after: Day?
    public var due: Due?

    /// The most words of one search. Words of phrases count too, since each is looked up.
    public static let mostWords = 20

    public init() {}

    /// Parses a typed search. Throws `.invalid` for a bad filter value, and for a search without words and filters.
    public init(_ text: String) throws(DomainError) {
        for piece in SearchPiece.pieces(of: text) { try apply(piece) }
        if demands.count > Self.mostWords { throw .invalid("q", "must have at most \(Self.mostWords) filters") }
        if words.reduce(0, { $0 + $1.text.separatedForIndex.countOfWords }) > Self.mostWords {
            throw .invalid("q", "must have at most \(Self.mostWords) words; each Chinese, Japanese or Korean character is one")
        }
        if self == SearchQuery() {
            throw .invalid("q", "must contain a word with a letter or a digit, or a filter such as kind:exam")
        }
    }

    private mutating func apply(_ piece: SearchPiece) throws(DomainError) {
        guard let filter = piece.filter else {
            // The index holds no words of signs alone.
            if piece.text.unicodeScalars.contains(where: \.isSearched) {
                words.append(Words(text: piece.text, isExcluded: piece.isExcluded))
            }
            return
        }
        switch filter {
        case .before: before = try Self.day(piece)
        case .after: after = try Self.day(piece)
        case .due: due = try Self.due(piece)
        case .kind, .tag, .in, .by, .is, .has:
            demands.append(Demand(subject: try Self.subject(filter, piece), isExcluded: piece.isExcluded))
        }
    }

    private static func subject(
        _ filter: SearchPiece.Filter, _ piece: SearchPiece
    ) throws(DomainError) -> Demand.Subject {
        let value = piece.text.lowercased()
        if value.isEmpty { throw .invalid("q", "\(filter.rawValue): needs a value after the colon") }
        switch filter {
        case .kind:
            guard let kind = Event.Kind(rawValue: value) else {
                throw .invalid("q", "kind: takes one of \(Event.Kind.choices)")
            }
            return .kind(kind)
        case .tag: return .tag(piece.text)
        case .in: return .course(value.uppercased().filter { !$0.isWhitespace && $0 != "-" })
        case .by: return .author(handle: value.hasPrefix("@") ? String(value.dropFirst()) : value)
        case .has:
            if value == "attachment" { return .attachment }
            throw .invalid("q", "has: takes attachment")
        default:
            switch value {
            case "open": return .open
            case "mine": return .mine
            case "unread": return .unread
            default: throw .invalid("q", "is: takes open, mine or unread")
            }
        }
    }

    private static func day(_ piece: SearchPiece) throws(DomainError) -> Day {
        guard let day = Day(piece.text), !piece.isExcluded else {
            throw .invalid("q", "\(piece.filter?.rawValue ?? ""): takes a day such as 2026-11-21, without a - before it")
        }
        return day
    }

    private static func due(_ piece: SearchPiece) throws(DomainError) -> Due {
        let fault = DomainError.invalid(
            "q", "due: takes a day such as 2026-11-21, days such as 2026-11-21..2026-11-28, none or any, without a - before it")
        if piece.isExcluded { throw fault }
        switch piece.text.lowercased() {
        case "none": return .none
        case "any": return .any
        default:
            if let day = Day(piece.text) { return .between(day, day) }
            let bounds = piece.text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard bounds.count == 2, piece.text != ".." else { throw fault }
            let days = bounds.map { Day($0) }
            guard zip(bounds, days).allSatisfy({ $0.isEmpty || $1 != nil }) else { throw fault }
            if let first = days[0], let second = days[1], second < first {
                throw .invalid("q", "due: the second day must not be before the first: \(first)..\(second)")
            }
            return .between(days[0], days[1])
        }
    }
}

extension String {
    /// The words, split as SQLite's `unicode61` does.
    fileprivate var countOfWords: Int {
        var (count, isInWord) = (0, false)
        for scalar in unicodeScalars {
            let isSearched = scalar.isSearched || isInWord && scalar.isMark
            if isSearched, !isInWord { count += 1 }
            isInWord = isSearched
        }
        return count
    }
}

extension Unicode.Scalar {
    /// Whether it is part of a word for SQLite's `unicode61`: a letter, a digit or a private-use character.
    fileprivate var isSearched: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
            .otherNumber, .privateUse:
            true
        default: false
        }
    }
}
