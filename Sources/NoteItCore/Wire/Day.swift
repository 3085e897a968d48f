import Foundation

/// A calendar day, `2026-11-21`, in a time zone that the context names.
public struct Day: Hashable, Comparable {
    public let year, month, day: Int

    /// The day on which `date` falls in `timeZone`.
    public init(_ date: Date, in timeZone: TimeZone) {
        let parts = Day.calendar(timeZone).dateComponents([.year, .month, .day], from: date)
        (year, month, day) = (parts.year ?? 1, parts.month ?? 1, parts.day ?? 1)
    }

    /// The day of a text in the form `2026-11-21`; nil for any other text, and if there is no such day.
    public init?(_ text: String) {
        let utf8 = Array(text.utf8)
        guard utf8.count == 10, utf8[4] == UInt8(ascii: "-"), utf8[7] == UInt8(ascii: "-"),
            let year = Day.number(utf8[..<4]), let month = Day.number(utf8[5..<7]), let day = Day.number(utf8[8...]),
            Day.exists(year, month, day)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    }

    private static func exists(_ year: Int, _ month: Int, _ day: Int) -> Bool {
        // Since the calendar reform of 1582 every month has days 1 to 28. Asking the calendar takes longer.
        if year > 1582, (1...12).contains(month), (1...28).contains(day) { return true }
        let utc = Day.calendar(.gmt)
        guard year > 0, let date = utc.date(from: DateComponents(year: year, month: month, day: day)) else { return false }
        let back = utc.dateComponents([.year, .month, .day], from: date)
        return back.year == year && back.month == month && back.day == day
    }

    public var description: String {
        guard (0...9_999).contains(year) else { return String(format: "%04d-%02d-%02d", year, month, day) }
        var text: [UInt8] = []
        text.append(addingCapacity: 10) { text in
            text.appendPair(year / 100)
            text.appendPair(year % 100)
            text.append("-", month)
            text.append("-", day)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The first moment of this day in `timeZone`.
    public func start(in timeZone: TimeZone) -> Date {
        Day.calendar(timeZone).date(from: DateComponents(year: year, month: month, day: day)) ?? .distantPast
    }

    /// The day `count` days later; earlier if `count` is negative.
    public func adding(days count: Int) -> Day {
        let noon = start(in: .gmt).addingTimeInterval(43_200)
        return Day(noon.addingTimeInterval(Double(count) * 86_400), in: .gmt)
    }

    /// Six days later, but never after 9999-12-31: the end of a span for a request that names its first day alone.
    public var endOfSpan: Day { min(adding(days: 6), Self.last) }

    private static let last = Day(Date(timeIntervalSince1970: 253_402_214_400), in: .gmt)

    /// What is wrong with the last day of a span; nil if its days are in order and not too many.
    func fault(from: Day, mostDays: Int?) -> String? {
        if self < from { return "must not be before from, \(from)" }
        guard let mostDays, from.adding(days: mostDays - 1) < self else { return nil }
        return "must be at most \(mostDays - 1) days after from"
    }

    /// Throws `.invalid` for the field `to`, which is this day, unless the days are in order and not too many.
    public func requireSpan(from: Day, mostDays: Int? = nil) throws(DomainError) {
        if let fault = fault(from: from, mostDays: mostDays) { throw .invalid("to", fault) }
    }

    /// The letters of the weekdays, Monday first.
    public static let letters = Array("MTWRFSU")

    /// The weekday as a letter of `MTWRFSU`.
    public var letter: Character { Self.letters[weekday] }

    /// 0 for Monday.
    public var weekday: Int { Self.weekday(ofNumber: number) }

    /// The weekday of a number of days since 1970-01-01, a Thursday: 0 for Monday.
    public static func weekday(ofNumber number: Int) -> Int { ((number + 3) % 7 + 7) % 7 }

    public static func < (left: Day, right: Day) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    public static func calendar(_ timeZone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar
    }
}

/// The English names of weekdays and months.
public enum CalendarNames {
    public static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    public static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}

extension Day {
    /// `Wed 25`.
    public func inWeek(letters: Int = 3) -> String { "\(CalendarNames.weekdays[weekday].prefix(letters)) \(day)" }

    /// The minutes of this day, on the wall clock of `zone`, that a span takes; a moment takes one.
    public func minutes(from start: Date, to end: Date, in zone: TimeZone) -> Range<Int> {
        let first = start <= self.start(in: zone) ? 0 : start.minuteOfDay(in: zone)
        let last = end >= adding(days: 1).start(in: zone) ? 1_440 : end.minuteOfDay(in: zone)
        // When clocks go back, an end may have a smaller wall time than its start.
        return first..<max(last, first + 1)
    }
}

extension Date {
    /// Minutes on the wall clock since 00:00.
    public func minuteOfDay(in zone: TimeZone) -> Int {
        let parts = Day.calendar(zone).dateComponents([.hour, .minute], from: self)
        return (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
    }

    /// The day that a due date means if it has no time of day: it is written as the last minute of the day in `zone`.
    public func wholeDay(in zone: TimeZone) -> Day? {
        let day = Day(self, in: zone)
        let left = day.adding(days: 1).start(in: zone).timeIntervalSince(self)
        return (1...60).contains(left) ? day : nil
    }
}

extension Day: TextCoded, JSONWritable {
    public static let form = "a day such as 2026-11-21"
}
