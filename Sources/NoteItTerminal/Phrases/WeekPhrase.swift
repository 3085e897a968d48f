import NoteItCore

/// Days and times as people type them: `fri`, `mon,wed`, `TR`, `mon 14:30-17:30`, `daily 9-10`.
public enum WeekPhrase {
    private static let names = ["mon": "M", "tue": "T", "wed": "W", "thu": "R", "fri": "F", "sat": "S", "sun": "U"]

    private static let full = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    /// Letters of `MTWRFSU`, each once, Monday first; nil if a word is not a day.
    public static func days(_ text: String) -> String? {
        var found: Set<Character> = []
        for word in text.split(whereSeparator: { $0 == "," || $0 == " " || $0 == "+" }) {
            guard let letters = letters(String(word)) else { return nil }
            found.formUnion(letters)
        }
        return found.isEmpty ? nil : "MTWRFSU".filter(found.contains)
    }

    private static func letters(_ word: String) -> String? {
        let key = word.lowercased()
        if key == "daily" { return "MTWRFSU" }
        if key == "weekdays" { return "MTWRF" }
        if let letter = names[String(key.prefix(3))], full.contains(where: { $0.hasPrefix(key) }) { return letter }
        return word.allSatisfy("MTWRFSU".contains) ? word : nil
    }

    /// Days and a range of times; nil if `text` is not that.
    public static func busy(_ text: String) -> (days: String, start: WallTime, end: WallTime)? {
        let parts = text.split(separator: " ")
        guard parts.count >= 2, let last = parts.last, let days = days(parts.dropLast().joined(separator: " ")),
            let times = range(String(last))
        else { return nil }
        return (days, times.start, times.end)
    }

    /// `9-17`, `14:30-17:30`, or a part of the day: morning (to 12:00), afternoon (12:00-17:00), evening (from 17:00).
    public static func range(_ text: String) -> (start: WallTime, end: WallTime)? {
        let parts: [String: String] = ["morning": "8:00-12:00", "afternoon": "12:00-17:00", "evening": "17:00-22:00"]
        let sides = (parts[text.lowercased()] ?? text).split(separator: "-", omittingEmptySubsequences: false)
        guard sides.count == 2, let start = time(String(sides[0])), let end = time(String(sides[1])), start < end else {
            return nil
        }
        return (start, end)
    }

    /// `9`, `9:30`, `14:30`.
    public static func time(_ text: String) -> WallTime? {
        let full = text.contains(":") ? text : text + ":00"
        return WallTime(full.count == 4 ? "0" + full : full)
    }
}
