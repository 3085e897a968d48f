/// A recurrence rule of RFC 5545 (3.3.10) that repeats at most daily. Every value satisfies the RFC's constraints.
public struct RecurrenceRule: Hashable, Sendable {
    public enum Frequency: String, CaseIterable, Sendable {
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    public enum End: Hashable, Sendable {
        case never
        /// The series ends after so many days that the rule gives, at least 1; exceptions count.
        case count(Int)
        /// The series ends at this time, inclusive. A date includes its whole day. A floating time is read on the clock of the
        /// series.
        case until(CalendarTime)
    }

    /// A weekday of BYDAY: each one, or the one at an ordinal within the month or year, from the end if it is negative.
    public struct Day: Hashable, Sendable {
        public var ordinal: Int?
        public var weekday: Weekday
    }

    public internal(set) var frequency: Frequency
    public internal(set) var interval = 1
    public internal(set) var end = End.never
    /// BYMONTH. This and the lists below are without duplicates, in the order of a period; negative numbers count from its end.
    public internal(set) var months: [Int] = []
    /// BYWEEKNO
    public internal(set) var weekNumbers: [Int] = []
    /// BYYEARDAY
    public internal(set) var yearDays: [Int] = []
    /// BYMONTHDAY
    public internal(set) var monthDays: [Int] = []
    /// BYDAY
    public internal(set) var days: [Day] = []
    /// BYSETPOS
    public internal(set) var positions: [Int] = []
    /// WKST
    public internal(set) var weekStart = Weekday.monday
}

extension RecurrenceRule: CustomStringConvertible {
    /// The rule's one canonical text: parts in a fixed order, defaults left out.
    public var description: String {
        var parts = ["FREQ=\(frequency.rawValue)"]
        if interval != 1 { parts.append("INTERVAL=\(interval)") }
        switch end {
        case .never: break
        case .count(let count): parts.append("COUNT=\(count)")
        case .until(let time): parts.append("UNTIL=\(time)")
        }
        let lists = [
            ("BYMONTH", months), ("BYWEEKNO", weekNumbers), ("BYYEARDAY", yearDays), ("BYMONTHDAY", monthDays),
        ]
        for (name, numbers) in lists where !numbers.isEmpty { parts.append("\(name)=\(Self.list(numbers))") }
        if !days.isEmpty { parts.append("BYDAY=\(Self.list(days))") }
        if !positions.isEmpty { parts.append("BYSETPOS=\(Self.list(positions))") }
        if weekStart != .monday { parts.append("WKST=\(weekStart.code)") }
        return parts.joined(separator: ";")
    }

    private static func list(_ values: [some CustomStringConvertible]) -> String {
        values.map(\.description).joined(separator: ",")
    }
}

extension RecurrenceRule.Day: CustomStringConvertible {
    public var description: String { (ordinal.map(String.init) ?? "") + weekday.code }
}
