/// A term of a degree plan as people type it: `202630`, `fall 2026`, `2026 fall`, `F26`.
public enum AcademicTermPhrase {
    public static let examples = "202630, \"fall 2026\", F26, SP26 or SU26"

    /// The term that a text names; nil if it cannot be understood. `S26` cannot: it may be spring or summer.
    public static func term(_ text: String) -> AcademicTerm? {
        let text = text.lowercased().filter { !$0.isWhitespace && !"-_,.".contains($0) }
        if let term = AcademicTerm(text) { return term }
        let digits = text.filter(\.isASCIIDigit)
        let name = text.hasPrefix(digits) ? text.dropFirst(digits.count) : text.dropLast(digits.count)
        guard let season = season(String(name)), let number = Int(digits) else { return nil }
        switch digits.count {
        case 2: return AcademicTerm(2000 + number, season)
        case 4 where (1900..<2200).contains(number): return AcademicTerm(number, season)
        default: return nil
        }
    }

    /// The season of a name such as `fall`, `f`, `sum` or `autumn`; nil unless it is of one season.
    public static func season(_ name: String) -> AcademicTerm.Season? {
        switch name.lowercased() {
        case "f", "autumn": .fall
        case let name where name.count >= 2:
            AcademicTerm.Season.allCases.first { $0.rawValue.hasPrefix(name) }
        default: nil
        }
    }
}
