/// A length of time as people type it: `90m`, `1h30`, `1h 30m`, `2h`, `1.5h`, `2 hours`; a number alone is minutes.
public enum DurationPhrase {
    public static let examples = "90m, 1h30, 2h"

    /// From 1 to 100,000 minutes; nil if `text` is not a length of time, or outside.
    public static func minutes(_ text: String) -> Int? {
        total(text).flatMap { (1...100_000).contains($0) ? $0 : nil }
    }

    /// Says what would be right in place of `text`, for which `minutes` is nil; without a full stop.
    public static func fault(_ text: String) -> String {
        total(text) == nil
            ? "'\(text)' is not a length of time; try \(examples)" : "must be from 1 to 100000 minutes, not '\(text)'"
    }

    private static func total(_ text: String) -> Int? {
        let words = text.lowercased().filter { !$0.isWhitespace }
        return hoursAndMinutes(words) ?? hours(words) ?? clock(words)
    }

    private static func hoursAndMinutes(_ words: String) -> Int? {
        let form = /(?:([0-9]{1,5})(?:h|hr|hrs|hour|hours)(?:and)?)?(?:([0-9]{1,6})(m|min|mins|minute|minutes)?)?/
        guard let match = words.wholeMatch(of: form), !words.isEmpty else { return nil }
        let (hours, minutes) = (match.output.1.flatMap { Int($0) }, match.output.2.flatMap { Int($0) })
        // `2h90` is more likely a slip.
        if hours != nil, let minutes, minutes > 59 { return nil }
        return (hours ?? 0) * 60 + (minutes ?? 0)
    }

    /// `1.5h`, if it is a whole number of minutes.
    private static func hours(_ words: String) -> Int? {
        guard let match = words.wholeMatch(of: /([0-9]{1,4}\.[0-9]{1,2})(?:h|hr|hrs|hour|hours)/),
            let hours = Double(match.output.1)
        else { return nil }
        return Int(exactly: (hours * 6_000).rounded() / 100)
    }

    /// `1:30`
    private static func clock(_ words: String) -> Int? {
        guard let match = words.wholeMatch(of: /([0-9]{1,3}):([0-5][0-9])/), let hours = Int(match.output.1),
            let minutes = Int(match.output.2)
        else { return nil }
        return hours * 60 + minutes
    }
}
