import NoteItCore

/// Times of day in a phrase.
extension PhraseWords {
    /// Whether the next word is a time such as `2h` or `2h30`, which many people write for a length of time.
    var isUnclear: Bool {
        guard let match = words.first?.wholeMatch(of: /0?([1-7])h(\d{2})?/) else { return false }
        return Int(match.output.1) != nil
    }

    /// Takes a time of day: `17:00`, `5pm`, `5:30 p.m.`, `17h30`, `17h`, `at 17`, `noon`, `morning`, `end of day`.
    mutating func takeClock() -> WallTime? {
        for (phrase, minute) in Self.clockNames where words.starts(with: phrase) {
            return taking(phrase.count, WallTime(minute: minute))
        }
        for lead in [["in", "the"], ["at"], []] where words.starts(with: lead) {
            guard let part = words.dropFirst(lead.count).first, let minute = Self.parts[part] else { continue }
            return taking(lead.count + 1, WallTime(minute: minute))
        }
        let isMarked = words.first == "at" || words.first == "@"
        let rest = isMarked ? words.dropFirst() : words
        guard let first = rest.first else { return nil }
        let marks = isMarked ? 1 : 0
        if let second = rest.dropFirst().first, ["am", "pm"].contains(second), let time = Self.clock(first + second) {
            return taking(marks + 2, time)
        }
        guard let time = Self.clock(first) ?? (isMarked ? Self.clock(first + ":00") : nil) else { return nil }
        return taking(marks + 1, time)
    }

    static func clock(_ word: String) -> WallTime? {
        if let match = word.wholeMatch(of: /(\d{1,2})h(\d{2})?/), let hour = Int(match.output.1), hour < 24 {
            let minute = match.output.2.flatMap { Int($0) } ?? 0
            return minute < 60 ? WallTime(minute: hour * 60 + minute) : nil
        }
        guard let match = word.wholeMatch(of: /(\d{1,2})(?::(\d{2}))?(am|pm)?/), let hour = Int(match.output.1) else {
            return nil
        }
        let minute = match.output.2.flatMap { Int($0) } ?? 0
        guard minute < 60 else { return nil }
        guard let half = match.output.3 else {
            return match.output.2 == nil || hour > 23 ? nil : WallTime(minute: hour * 60 + minute)
        }
        guard (1...12).contains(hour) else { return nil }
        return WallTime(minute: (hour % 12 + (half == "pm" ? 12 : 0)) * 60 + minute)
    }

    /// Parts of a day; a night ends with its day.
    static let parts = ["morning": 9 * 60, "afternoon": 15 * 60, "evening": 18 * 60, "night": 1439]

    /// `midnight` is the day's last minute.
    private static let clockNames: [([String], Int)] = [
        (["noon"], 720), (["at", "noon"], 720), (["midnight"], 1439), (["at", "midnight"], 1439), (["eod"], 1439),
        (["at", "the", "end", "of", "the", "day"], 1439), (["end", "of", "the", "day"], 1439), (["end", "of", "day"], 1439),
    ]
}
