/// A term of a degree plan: `202610` is spring 2026, `202620` summer, `202630` fall. Ordered by time.
public struct AcademicTerm: Hashable, Comparable, Sendable {
    public enum Season: String, Codable, CaseIterable, Sendable {
        case spring, summer, fall

        /// 0, 1 or 2: its place in the year.
        var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    public let year: Int
    public let season: Season

    public init(_ year: Int, _ season: Season) { (self.year, self.season) = (year, season) }

    /// The term in which a day falls. January, May and September begin a term.
    public init(of day: Day) { self.init(day.year, day.month < 5 ? .spring : day.month < 9 ? .summer : .fall) }

    /// The number of terms since spring of the year 0, with three terms a year.
    public var ordinal: Int { year * 3 + season.place }

    public static func < (left: Self, right: Self) -> Bool { left.ordinal < right.ordinal }

    /// The term that many terms later; `ordinal + terms` must not be negative.
    public func advanced(by terms: Int) -> AcademicTerm {
        let ordinal = ordinal + terms
        return AcademicTerm(ordinal / 3, Season.allCases[ordinal % 3])
    }

    /// The name as people say it: `Spring 2026`.
    public var name: String { "\(season.rawValue.capitalized) \(year)" }
}

extension AcademicTerm: TextCoded {
    public static var form: String { "a term such as 202610: a year and 10 for spring, 20 for summer or 30 for fall" }

    public var description: String { "\(year)\(["10", "20", "30"][season.place])" }

    public init?(_ text: String) {
        guard text.utf8.count == 6, text.allSatisfy(\.isASCIIDigit), let year = Int(text.prefix(4)), year >= 1900,
            let place = ["10", "20", "30"].firstIndex(of: String(text.suffix(2)))
        else { return nil }
        (self.year, season) = (year, Season.allCases[place])
    }
}
