/// How long before something, as people type it: `1d`, `12h`, `90m`, `2 days`, `1 week`; a number alone is minutes.
public enum LeadPhrase {
    /// Nil if it means no time, or one that no number holds.
    public static func minutes(_ text: String) -> Int? {
        let words = text.lowercased().filter { !$0.isWhitespace }
        let digits = words.prefix { $0.isASCII && $0.isNumber }
        guard let count = Int(digits), count > 0, let unit = units[String(words.dropFirst(digits.count))] else { return nil }
        let (minutes, overflow) = count.multipliedReportingOverflow(by: unit)
        return overflow ? nil : minutes
    }

    private static let units = [
        "": 1, "m": 1, "min": 1, "minute": 1, "minutes": 1, "h": 60, "hour": 60, "hours": 60, "d": 1_440, "day": 1_440,
        "days": 1_440, "w": 10_080, "week": 10_080, "weeks": 10_080,
    ]
}
