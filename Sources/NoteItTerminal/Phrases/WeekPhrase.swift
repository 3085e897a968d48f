import NoteItCore

/// Days and times as people type them: `fri`, `mon-thu`, `TR`, `mon 2:30pm-5:30pm`, `daily 9-10`, `mornings`.
public enum WeekPhrase {
    private static let names = CalendarNames.weekdays.map { $0.lowercased() }

    private static let groups = ["daily": "MTWRFSU", "weekdays": "MTWRF", "weekends": "SU"]

    /// Letters of `MTWRFSU`, each once, Monday first; nil if a word is not a day.
    public static func days(_ text: String) -> String? {
        var found: Set<Character> = []
        for word in text.split(whereSeparator: { $0 == "," || $0 == " " || $0 == "+" }) where word.lowercased() != "and" {
            guard let letters = days(in: String(word)) else { return nil }
            found.formUnion(letters)
        }
        return found.isEmpty ? nil : letters(found)
    }

    private static func letters(_ days: Set<Character>) -> String { String(Day.letters.filter(days.contains)) }

    /// The days that one word names, such as `mon`, `mondays`, `mon-thu`, `TR` or `daily`; nil for another word.
    private static func days(in word: String) -> String? {
        if let group = groups[word.lowercased()] { return group }
        let ends = word.split(whereSeparator: \.isDash).map { day(String($0)) }
        switch ends.count {
        case 1: return ends[0].map { String(Day.letters[$0]) } ?? (word.allSatisfy(Day.letters.contains) ? word : nil)
        case 2:
            guard let first = ends[0], let last = ends[1] else { return nil }
            // `fri-mon` goes over the weekend.
            let length = (last - first + 7) % 7
            return letters(Set((0...length).map { Day.letters[(first + $0) % 7] }))
        default: return nil
        }
    }

    /// 0 for Monday; nil for a word of fewer than three letters.
    private static func day(_ word: String) -> Int? {
        let key = word.lowercased()
        return key.count < 3 ? nil : names.firstIndex { $0.hasPrefix(key) || key == $0 + "s" }
    }

    /// Days and a range of times; nil if `text` is not that.
    public static func busy(_ text: String) -> (days: String, start: WallTime, end: WallTime)? {
        let words = text.split(separator: " ")
        for count in 1..<max(words.count, 1) {
            let (first, rest) = (words.prefix(count), words.dropFirst(count))
            if let days = days(first.joined(separator: " ")), let times = range(rest.joined(separator: " ")) {
                return (days, times.start, times.end)
            }
        }
        return nil
    }

    private static let parts = [
        "morning": "8:00-12:00", "afternoon": "12:00-17:00", "evening": "17:00-22:00", "night": "20:00-24:00",
    ]

    /// `9-17`, `14:30-17:30`, `2-4:30pm`, or a part of the day: morning (8:00-12:00), afternoon (12:00-17:00), evening
    /// (17:00-22:00), night (from 20:00), also as `mornings`.
    public static func range(_ text: String) -> (start: WallTime, end: WallTime)? {
        let word = text.lowercased()
        let sides = (parts[word] ?? parts[String(word.dropLast(word.hasSuffix("s") ? 1 : 0))] ?? word)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isDash).map { String($0.filter { !$0.isWhitespace }) }
        guard sides.count == 2, let end = time(sides[1]) else { return nil }
        // `2-4pm` begins in the half of the day in which it ends; `11-1pm` in the one before.
        let half = ["am", "pm"].first(where: sides[1].hasSuffix).flatMap { time(sides[0] + $0) }
        guard let start = half.flatMap({ $0 < end ? $0 : nil }) ?? time(sides[0]), start < end else { return nil }
        return (start, end)
    }

    /// Ranges in one text, such as `morning, evening`; nil if one of them is none.
    public static func ranges(_ text: String) -> [(start: WallTime, end: WallTime)]? {
        let found = text.split(separator: ",").map { range(String($0).trimmed) }
        return found.isEmpty || found.contains { $0 == nil } ? nil : found.compactMap(\.self)
    }

    /// `9`, `9:30`, `14:30`, `9am`, `2:30pm`, `noon`.
    public static func time(_ text: String) -> WallTime? {
        let word = text.lowercased().filter { $0 != "." && !$0.isWhitespace }
        if word == "noon" { return WallTime(minute: 720) }
        if word == "midnight" { return WallTime(minute: 1440) }
        if let time = PhraseWords.clock(word) { return time }
        let full = word.contains(":") ? word : word + ":00"
        return WallTime(full.count == 4 ? "0" + full : full)
    }
}

extension Character {
    /// A hyphen, or a dash that a word processor made of it.
    fileprivate var isDash: Bool { "-–—".contains(self) }
}
