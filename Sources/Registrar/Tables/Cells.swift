import NoteItCore

/// Parses single cells into values of the catalog. Each function throws a clause that names the fault and the correct form.
enum Cells {
    /// A part of an id: at most 32 letters, digits and `& - _ .`.
    static func identity(_ text: String, _ what: String) throws(BadCell) -> String {
        guard !text.isEmpty else { throw BadCell("the \(what) is missing") }
        let fits = text.unicodeScalars.allSatisfy {
            $0.isLetter || $0.isDigit || "&-_.".unicodeScalars.contains($0)
        }
        guard fits, text.unicodeScalars.count <= 32 else {
            throw BadCell("the \(what) '\(text.prefix(40))' must be at most 32 letters, digits or & - _ . without spaces")
        }
        return text
    }

    /// Whether the time is still to be announced.
    static func isUnknown(_ text: String) -> Bool {
        text.isEmpty || ["TBA", "TBD", "ARR"].contains(text.uppercased())
    }

    /// Weekday letters in the order of the week, each once.
    static func days(_ text: String) throws(BadCell) -> String {
        let weekdays = String(Day.letters)
        if let letter = text.first(where: { !weekdays.contains($0) }) {
            throw BadCell("the days '\(text)' contain '\(letter)', which is not a weekday; use the letters \(weekdays)")
        }
        return weekdays.filter { text.contains($0) }
    }

    /// A time of day: `0935`, or `935` and `9:35` as spreadsheets rewrite it. `2400` ends a day.
    static func time(_ text: String, _ what: String) throws(BadCell) -> WallTime {
        let digits = text.utf8.contains(UInt8(ascii: ":")) ? text.replacing(":", with: "", maxReplacements: 1) : text
        guard (3...4).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
            let number = Int(digits), number % 100 < 60, let time = WallTime(minute: number / 100 * 60 + number % 100)
        else { throw BadCell("the \(what) '\(text)' is not a time of day; write it as 0935") }
        return time
    }

    /// The meeting of a row; nil if the time is not known yet.
    static func meeting(
        days: String, start: String, end: String, startsOn: Day?, endsOn: Day?, place: String
    ) throws(BadCell) -> Meeting? {
        let days = isUnknown(days) ? "" : try Cells.days(days)
        if isUnknown(start) && isUnknown(end) { return nil }
        guard !isUnknown(start), !isUnknown(end) else {
            throw BadCell("the start or the end is missing; fill in both or none")
        }
        let (from, to) = (try time(start, "start"), try time(end, "end"))
        guard from < to else { throw BadCell("the end \(end) is not after the start \(start)") }
        guard !days.isEmpty else { throw BadCell("the days are missing; fill in days and times, or none of them") }
        return Meeting(days: days, start: from, end: to, startsOn: startsOn, endsOn: endsOn, place: place)
    }

    /// A meeting in one cell: `MW 0935-1125`; nil for `TBA` or nothing.
    static func meeting(_ text: String) throws(BadCell) -> Meeting? {
        if isUnknown(text) { return nil }
        let parts = text.split(whereSeparator: \.isWhitespace)
        let times = parts.last?.split(separator: "-", omittingEmptySubsequences: false) ?? []
        guard parts.count == 2, times.count == 2 else {
            throw BadCell("the meeting '\(text.prefix(40))' is not a meeting; write it as MW 0935-1125, or TBA")
        }
        return try meeting(
            days: String(parts[0]), start: String(times[0]), end: String(times[1]), startsOn: nil, endsOn: nil, place: "")
    }

    /// A number of people; nil for an empty cell.
    static func count(_ text: String, _ what: String) throws(BadCell) -> Int? {
        guard !text.isEmpty else { return nil }
        guard let number = Int(text), (0...1_000_000).contains(number) else {
            throw BadCell("the \(what) '\(text.prefix(40))' is not a whole number; leave it empty if it is unknown")
        }
        return number
    }

    /// `3`, `1.5` or a range such as `1-6`; nil for an empty cell.
    static func credits(_ text: String) throws(BadCell) -> Credits? {
        guard !text.isEmpty else { return nil }
        let bounds = text.split(separator: "-", omittingEmptySubsequences: false)
        let isNumber = { (bound: Substring) in
            let parts = bound.split(separator: ".", omittingEmptySubsequences: false)
            return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
        }
        guard bounds.count <= 2, text.utf8.count <= 20, bounds.allSatisfy(isNumber) else {
            throw BadCell("the credits '\(text.prefix(40))' must be a number such as 3 or 1.5, or a range such as 1-6")
        }
        return Credits(text)
    }

    /// Names separated by `;`, each once.
    static func names(_ text: String) -> [String] {
        var names: [String] = []
        for part in text.split(separator: ";") {
            let name = String(part).trimmed.onOneLine
            if !name.isEmpty, !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// `Given Family` for `Family, Given`; a name without a comma is unchanged.
    static func givenFirst(_ name: String) -> String {
        guard let comma = name.firstIndex(of: ",") else { return name }
        let (family, given) = (String(name[..<comma]).trimmed, String(name[name.index(after: comma)...]).trimmed)
        return given.isEmpty ? family : "\(given) \(family)"
    }

    /// Attributes separated by `/` or `;`. A prefix such as `Breadth-` also applies to the attributes after it:
    /// `Writing/Breadth-Hum/Science` gives Writing, Breadth-Hum and Breadth-Science.
    static func attributes(_ text: String) -> [String] {
        var (attributes, prefix): ([String], Substring) = ([], "")
        for part in text.split(whereSeparator: { $0 == "/" || $0 == ";" }) {
            let word = String(part).trimmed.onOneLine
            guard !word.isEmpty else { continue }
            if let dash = word.firstIndex(of: "-") { prefix = word[...dash] }
            let attribute = word.contains("-") ? word : prefix + word
            if !attributes.contains(attribute) { attributes.append(attribute) }
        }
        return attributes
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }

    fileprivate var isLetter: Bool {
        isASCII ? ("A"..."Z").contains(self) || ("a"..."z").contains(self) : properties.isAlphabetic
    }
}

/// Parses days and caches them, because a term has few distinct days and calendars are slow.
struct DayCell {
    private var known: [String: Day] = [:]

    /// The day in a cell; nil for an empty one.
    mutating func day(_ text: String, _ what: String) throws(BadCell) -> Day? {
        if text.isEmpty { return nil }
        if let day = known[text] { return day }
        guard let day = Day(text) else {
            throw BadCell("the \(what) '\(text.prefix(40))' is not a day; write it as 2025-09-03")
        }
        known[text] = day
        return day
    }
}
