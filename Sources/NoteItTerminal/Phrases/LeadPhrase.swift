/// A span of time before an event, as people type it: `1d`, `12h`, `90m`, `2 days`, `1 week`; a number alone is minutes.
public enum LeadPhrase {
    /// Nil if `text` is not a span, or overflows.
    public static func minutes(_ text: String) -> Int? {
        let words = text.lowercased().filter { !$0.isWhitespace }
        let digits = words.prefix { $0.isASCII && $0.isNumber }
        guard let count = Int(digits), count > 0, let unit = units[String(words.dropFirst(digits.count))] else { return nil }
        let (minutes, overflow) = count.multipliedReportingOverflow(by: unit)
        return overflow ? nil : minutes
    }

    /// `1 day`, `90 minutes`.
    public static func words(_ minutes: Int) -> String {
        let (length, name) = [(1_440, "day"), (60, "hour")].first { minutes >= $0.0 && minutes % $0.0 == 0 } ?? (1, "minute")
        return counted(minutes / length, name)
    }

    private static let units = [
        "": 1, "m": 1, "min": 1, "minute": 1, "minutes": 1, "h": 60, "hour": 60, "hours": 60, "d": 1_440, "day": 1_440,
        "days": 1_440, "w": 10_080, "week": 10_080, "weeks": 10_080,
    ]
}
