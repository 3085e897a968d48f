import Foundation

/// What a search asks for: all of its words and filters together.
public struct SearchQuery: Sendable, Equatable {
    /// A word or a phrase: its words one behind the other.
    public struct Words: Sendable, Equatable {
        public var text: String
        public var isExcluded: Bool
    }

    /// Something that an event or a reply is, or must not be.
    public struct Demand: Sendable, Equatable {
        public enum Subject: Sendable, Equatable {
            case kind(Event.Kind), tag(String)
            /// A code such as `CMPT225`, or the whole id.
            case course(String)
            case author(handle: String)
            /// A question without an answer that its author accepted or staff endorsed.
            case open
            case mine, unread, attachment
        }

        public var subject: Subject
        public var isExcluded: Bool
    }

    public enum Due: Sendable, Equatable {
        case none, any
        /// Both included; nil is no bound.
        case between(Day?, Day?)
    }

    public var words: [Words] = []
    public var demands: [Demand] = []
    /// The due date, or where there is none the day of posting, is before, or after, this day.
    public var before: Day?
    public var after: Day?
    public var due: Due?

    /// How many words a search may have, those of phrases too: a phrase is looked for word by word.
    public static let mostWords = 20

    public init() {}

    /// Reads what people type. Throws `.invalid` for a filter whose value cannot be, and if nothing is asked for.
    public init(_ text: String) throws(DomainError) {
        for piece in SearchPiece.pieces(of: text) { try take(piece) }
        if demands.count > Self.mostWords { throw .invalid("q", "must have at most \(Self.mostWords) filters") }
        if words.reduce(0, { $0 + $1.text.countOfWords }) > Self.mostWords {
            throw .invalid("q", "must have at most \(Self.mostWords) words")
        }
        if self == SearchQuery() {
            throw .invalid("q", "must hold a word with a letter or a digit, or a filter such as kind:exam")
        }
    }

    private mutating func take(_ piece: SearchPiece) throws(DomainError) {
        guard let filter = piece.filter else {
            // Signs alone are in no text that is searched.
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
        if value.isEmpty { throw .invalid("q", "\(filter.rawValue): needs a value behind the colon") }
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
            return .between(days[0], days[1])
        }
    }
}

extension String {
    /// As SQLite's `unicode61` tells words apart.
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
    /// Whether it is part of a word, as SQLite's `unicode61` has it: letters, digits and what is for private use.
    fileprivate var isSearched: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
            .otherNumber, .privateUse:
            true
        default: false
        }
    }
}
