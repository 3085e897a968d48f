import Foundation
import NoteItCore

/// The words of a phrase about time, parsed from the front.
struct PhraseWords {
    var words: ArraySlice<String>
    private let order: DateOrder

    init(_ text: String, order: DateOrder) {
        let spaced = text.lowercased().replacing(/(\d{4}-\d{2}-\d{2})t(\d)/) { "\($0.output.1) \($0.output.2)" }
            .replacing(/(^|[\s\d])([ap])\.\s?m\.?(?=$|[\s,])/) { "\($0.output.1)\($0.output.2)m" }
            .replacing(/([a-z]{3,})\.(?=$|[\s,])/) { String($0.output.1) }
        words = spaced.split { $0.isWhitespace || $0 == "," }.map(String.init)[...]
        if words.first == "by" { words.removeFirst() }
        self.order = order
    }

    var isEmpty: Bool { words.isEmpty }

    /// Drops the name of the time zone at the end: `PST`.
    mutating func dropZone(_ zone: TimeZone) {
        let styles: [TimeZone.NameStyle] = [.shortStandard, .shortDaylightSaving, .shortGeneric]
        guard let last = words.last, styles.contains(where: { zone.shortName($0).lowercased() == last }) else { return }
        words.removeLast()
    }

    /// Takes a span from now in hours or minutes: `in 2 hours`, `in 1.5 hours`, `in half an hour`, `90m`, `now`. In seconds.
    mutating func takeMoment() -> Double? {
        if words.first == "now" { return taking(1, 0) }
        for half in [["in", "half", "an", "hour"], ["half", "an", "hour"]] where words.starts(with: half) {
            return taking(half.count, 1800)
        }
        if let hours = takeHours() { return hours * 3600 }
        // `17h` is a time of day.
        if let first = words.first, let hour = Self.clock(first), first.hasSuffix("h"), hour.minute < 1440 { return nil }
        return take(span: ["h": 3600, "hour": 3600, "hours": 3600, "m": 60, "min": 60, "minute": 60, "minutes": 60, "mins": 60])
            .map(Double.init)
    }

    /// `in 1.5 hours`, `1.5h`
    private mutating func takeHours() -> Double? {
        let start = words.first == "in" ? 1 : 0
        let rest = words.dropFirst(start)
        guard let match = rest.first?.wholeMatch(of: /\+?(\d{1,3}\.\d{1,2})(h)?/), let hours = Double(match.output.1) else {
            return nil
        }
        if match.output.2 != nil { return taking(start + 1, hours) }
        return ["h", "hour", "hours"].contains(rest.dropFirst().first ?? "") ? taking(start + 2, hours) : nil
    }

    /// Takes a day: a name, a span of days, weeks or months, the end of a week or month, or a date.
    mutating func takeDay() -> DayPhrase? {
        if let days = take(span: ["d": 1, "day": 1, "days": 1, "w": 7, "week": 7, "weeks": 7]) { return .offset(days) }
        if let months = take(span: ["month": 1, "months": 1, "year": 12, "years": 12]) { return .months(months) }
        if words.first == "on" { words.removeFirst() }
        for (phrase, day) in Self.names where words.starts(with: phrase) { return taking(phrase.count, day) }
        guard let first = words.first else { return nil }
        if let date = takeDigits() { return date }
        if let weekday = Self.weekday(first) { return takeDay(of: weekday) }
        if let second = words.dropFirst().first, first == "next" || first == "this" {
            if let weekday = Self.weekday(second) {
                return taking(2, first == "next" ? .weekdayOfNextWeek(weekday) : .weekday(weekday))
            }
            // `this morning`: the part of the day stays, as the time.
            if first == "this", second != "night", Self.parts[second] != nil { return taking(1, .offset(0)) }
        }
        return takeDate()
    }

    /// `fri`, `fri dec 4`, `fri 12/4`, `fri 2026-12-04`
    private mutating func takeDay(of weekday: Int) -> DayPhrase {
        words.removeFirst()
        return (takeDigits() ?? takeDate()).map { .checked(weekday: weekday, $0) } ?? .weekday(weekday)
    }

    /// `2026-12-01`, `2026/12/01`, `12/1`
    private mutating func takeDigits() -> DayPhrase? {
        guard let first = words.first else { return nil }
        if let day = Day(first) ?? Day(first.replacing("/", with: "-")) { return taking(1, .fixed(day)) }
        return order.day(first).map { taking(1, $0) }
    }

    mutating func taking<Value>(_ count: Int, _ value: Value) -> Value {
        words = words.dropFirst(count)
        return value
    }

    /// `in 3 days`, `in a week`, `in two weeks`, `3 days from now`, `+3d`: the number times its unit's worth.
    private mutating func take(span units: [String: Int]) -> Int? {
        let rest = words.first == "in" ? words.dropFirst() : words
        let leading = words.count - rest.count
        guard let first = rest.first else { return nil }
        if let match = first.wholeMatch(of: /\+?(\d{1,4})([a-z]+)/), let worth = units[String(match.output.2)],
            let count = Int(match.output.1)
        {
            return taking(leading + 1, count * worth)
        }
        guard let unit = rest.dropFirst().first, let worth = units[unit], unit.count > 1 else { return nil }
        let isFromNow = [["from", "now"], ["from", "today"]].contains { rest.dropFirst(2).starts(with: $0) }
        let count = leading + 2 + (isFromNow ? 2 : 0)
        if leading == 1 || isFromNow, first == "a" || first == "an" { return taking(count, worth) }
        if let number = Self.numbers.firstIndex(of: first) { return taking(count, (number + 1) * worth) }
        guard first.count <= 4, let number = Int(first), number >= 0 else { return nil }
        return taking(count, number * worth)
    }

    /// `dec 1`, `1 december`, each with or without a year.
    private mutating func takeDate() -> DayPhrase? {
        guard let first = words.first, let second = words.dropFirst().first else { return nil }
        guard let month = Self.month(first) ?? Self.month(second),
            let day = Self.ordinal(Self.month(first) == nil ? first : second)
        else { return nil }
        if let third = words.dropFirst(2).first, third.wholeMatch(of: /\d{4}/) != nil {
            return Day(year: String(third), month: month, day: day).map { taking(3, .fixed($0)) }
        }
        return taking(2, .date(month: month, day: day))
    }

    static func weekday(_ word: String) -> Int? {
        guard word.count >= 3 else { return nil }
        let other = ["tues": 1, "weds": 2, "thur": 3, "thurs": 3]
        return other[word] ?? CalendarNames.weekdays.firstIndex { $0.lowercased() == word || $0.lowercased().prefix(3) == word }
    }

    static func month(_ word: String) -> Int? {
        if word == "sept" { return 9 }
        return CalendarNames.months.firstIndex { $0.lowercased() == word || $0.lowercased().prefix(3) == word }.map { $0 + 1 }
    }

    private static func ordinal(_ word: String) -> Int? {
        guard let match = word.wholeMatch(of: /(\d{1,2})(?:st|nd|rd|th)?/), let day = Int(match.output.1) else { return nil }
        return (1...31).contains(day) ? day : nil
    }

    private static let numbers = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    ]

    /// Longer phrases stand before those with which they begin.
    private static let names: [([String], DayPhrase)] = [
        (["the", "day", "after", "tomorrow"], .offset(2)), (["day", "after", "tomorrow"], .offset(2)),
        (["today"], .offset(0)), (["tonight"], .offset(0)), (["tomorrow"], .offset(1)), (["tmr"], .offset(1)),
        (["tmrw"], .offset(1)),
        (["tom"], .offset(1)), (["yesterday"], .offset(-1)),
        (["next", "week"], .offset(7)), (["next", "month"], .months(1)), (["next", "year"], .months(12)),
        (["end", "of", "the", "week"], .endOfWeek), (["end", "of", "week"], .endOfWeek), (["eow"], .endOfWeek),
        (["end", "of", "the", "month"], .endOfMonth), (["end", "of", "month"], .endOfMonth), (["eom"], .endOfMonth),
    ]
}
