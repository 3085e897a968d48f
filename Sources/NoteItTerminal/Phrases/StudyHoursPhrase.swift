import NoteItCore

/// Study hours as people type them: `MTWRF 16:00-22:00`, `sat,sun 10-12 14-18`, `weekdays evening`, `fri none`.
public struct StudyHoursPhrase: Sendable, Equatable {
    public static let examples = "MTWRF 16:00-22:00; sat,sun 10-12 14-18; fri none"

    /// The days of the week, as letters of `MTWRFSU`.
    public var days: String
    /// Empty: none on these days.
    public var hours: [StudySettings.Hours]

    /// Nil if `text` cannot be understood.
    public init?(_ text: String) {
        let words = text.split { $0.isWhitespace }.map(String.init)
        let dayWords = words.prefix { !$0.contains(where: \.isNumber) && !Self.isPart($0) }
        let rest = words.dropFirst(dayWords.count)
        guard !rest.isEmpty, let days = WeekPhrase.days(dayWords.joined(separator: " ")) else { return nil }
        self.days = days
        if rest.map({ $0.lowercased() }) == ["none"] {
            hours = []
            return
        }
        let ranges = rest.map { WeekPhrase.range($0.trimmingSuffix(",")) }
        guard !ranges.contains(where: { $0 == nil }) else { return nil }
        hours = ranges.compactMap { $0.map { StudySettings.Hours(start: $0.start, end: $0.end) } }
    }

    /// The first range in `text` whose end is not after its start.
    public static func backward(in text: String) -> String? {
        text.split { $0.isWhitespace || $0 == "," }.map(String.init).first { word in
            let sides = word.split(separator: "-", omittingEmptySubsequences: false).map { WeekPhrase.time(String($0)) }
            guard sides.count == 2, let start = sides[0], let end = sides[1] else { return false }
            return end <= start
        }
    }

    private static func isPart(_ word: String) -> Bool {
        ["none", "morning", "afternoon", "evening"].contains(word.lowercased())
    }
}
