/// The reason why a text is not a recurrence rule, and what would be right.
public struct RuleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the part that is wrong, such as BYDAY.
    public let part: String
    public let message: String
    /// Whether it is a rule of RFC 5545 that is finer than daily.
    public var isUnsupported = false

    public var description: String { "\(part): \(message)" }
}

extension RecurrenceRule {
    /// The longest text that is read, in bytes: far longer than rules in use.
    public static let maximumLength = 8_192

    /// Reads a rule such as `FREQ=WEEKLY;BYDAY=MO,WE`, in upper or lower case.
    public init(_ text: String) throws(RuleError) {
        guard text.utf8.count <= Self.maximumLength else {
            throw RuleError(part: "RRULE", message: "is too long; write at most \(Self.maximumLength) characters")
        }
        var values: [String: String] = [:]
        for part in text.uppercased().split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = pair[0]
            try Self.requireKnown(name)
            guard pair.count == 2, !pair[1].isEmpty else { throw RuleError(part: name, message: "has no value") }
            guard values.updateValue(pair[1], forKey: name) == nil else {
                throw RuleError(part: name, message: "is there twice; write it once")
            }
        }
        self = try RuleParser(values: values).rule()
    }

    private static let partNames: Set = [
        "FREQ", "INTERVAL", "COUNT", "UNTIL", "BYMONTH", "BYWEEKNO", "BYYEARDAY", "BYMONTHDAY", "BYDAY", "BYSETPOS", "WKST",
    ]

    private static func requireKnown(_ name: String) throws(RuleError) {
        if ["BYHOUR", "BYMINUTE", "BYSECOND"].contains(name) {
            throw RuleError(
                part: name, message: "is finer than daily; the start alone gives the time of day", isUnsupported: true)
        }
        guard partNames.contains(name) else {
            let names = partNames.sorted().joined(separator: ", ")
            throw RuleError(part: String(name.prefix(40)), message: "is not a part of a rule here; the parts are \(names)")
        }
    }
}

/// Turns the parts of a rule into values.
private struct RuleParser {
    let values: [String: String]

    func rule() throws(RuleError) -> RecurrenceRule {
        var rule = RecurrenceRule(frequency: try frequency())
        rule.interval = try number("INTERVAL", 1...1_000_000_000) ?? 1
        rule.end = try end()
        rule.months = try numbers("BYMONTH", to: 12, signed: false)
        rule.weekNumbers = try numbers("BYWEEKNO", to: 53)
        rule.yearDays = try numbers("BYYEARDAY", to: 366)
        rule.monthDays = try numbers("BYMONTHDAY", to: 31)
        rule.days = try days()
        rule.positions = try numbers("BYSETPOS", to: 366)
        rule.weekStart = try weekStart()
        try requireFit(rule)
        return rule
    }

    private func frequency() throws(RuleError) -> RecurrenceRule.Frequency {
        let right = "write FREQ=DAILY, WEEKLY, MONTHLY or YEARLY"
        guard let text = values["FREQ"] else { throw RuleError(part: "FREQ", message: "is missing; \(right)") }
        guard let frequency = RecurrenceRule.Frequency(rawValue: text) else {
            let isFiner = ["HOURLY", "MINUTELY", "SECONDLY"].contains(text)
            let wrong = isFiner ? "\(text) is finer than daily" : "could not understand \"\(text.prefix(40))\""
            throw RuleError(part: "FREQ", message: "\(wrong); \(right)", isUnsupported: isFiner)
        }
        return frequency
    }

    private func end() throws(RuleError) -> RecurrenceRule.End {
        let count = try number("COUNT", 1...1_000_000_000)
        guard let text = values["UNTIL"] else { return count.map { .count($0) } ?? .never }
        guard count == nil else { throw RuleError(part: "UNTIL", message: "cannot stand beside COUNT; write one of them") }
        guard let time = CalendarTime(text) else {
            throw RuleError(
                part: "UNTIL",
                message:
                    "could not understand \"\(text.prefix(40))\"; write a day such as 20261224, or a time such as 20261224T113000Z"
            )
        }
        return .until(time)
    }

    private func number(_ name: String, _ range: ClosedRange<Int>) throws(RuleError) -> Int? {
        guard let text = values[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw RuleError(
                part: name,
                message: "\"\(text.prefix(40))\" does not fit; write a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private func numbers(_ name: String, to maximum: Int, signed: Bool = true) throws(RuleError) -> [Int] {
        guard let text = values[name] else { return [] }
        var numbers: Set<Int> = []
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let number = Int(item), number.magnitude <= maximum, number > 0 || signed && number < 0 else {
                let range = signed ? "1 to \(maximum) or -1 to -\(maximum)" : "1 to \(maximum)"
                throw RuleError(part: name, message: "\"\(item.prefix(40))\" does not fit; write numbers from \(range)")
            }
            numbers.insert(number)
        }
        return numbers.sorted { Self.place($0) < Self.place($1) }
    }

    private func days() throws(RuleError) -> [RecurrenceRule.Day] {
        guard let text = values["BYDAY"] else { return [] }
        var days: Set<RecurrenceRule.Day> = []
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ordinal = item.dropLast(2)
            guard let weekday = Weekday(code: String(item.suffix(2))), ordinal.isEmpty || Self.ordinal(ordinal) != nil else {
                throw RuleError(
                    part: "BYDAY",
                    message:
                        "\"\(item.prefix(40))\" does not fit; write MO, TU, WE, TH, FR, SA or SU, or an ordinal before one: 2MO, -1FR"
                )
            }
            days.insert(RecurrenceRule.Day(ordinal: Self.ordinal(ordinal), weekday: weekday))
        }
        return days.sorted { Self.place($0) < Self.place($1) }
    }

    private static func ordinal(_ text: Substring) -> Int? {
        guard let ordinal = Int(text), (1...53).contains(ordinal.magnitude) else { return nil }
        return ordinal
    }

    /// The order of a list's numbers: those that count from the start come before those that count from the end.
    private static func place(_ number: Int) -> Int { number < 0 ? number + 1_000 : number }

    private static func place(_ day: RecurrenceRule.Day) -> Int { place(day.ordinal ?? 0) * 7 + day.weekday.rawValue }

    private func weekStart() throws(RuleError) -> Weekday {
        guard let text = values["WKST"] else { return .monday }
        guard let weekday = Weekday(code: text) else {
            throw RuleError(
                part: "WKST", message: "could not understand \"\(text.prefix(40))\"; write MO, TU, WE, TH, FR, SA or SU")
        }
        return weekday
    }

    /// Checks the parts of a rule against each other, as RFC 5545 demands.
    private func requireFit(_ rule: RecurrenceRule) throws(RuleError) {
        let frequency = rule.frequency
        if rule.days.contains(where: { $0.ordinal != nil }) {
            try require("BYDAY", "has ordinals, which need FREQ=MONTHLY or YEARLY", [.monthly, .yearly].contains(frequency))
            try require("BYDAY", "cannot have ordinals beside BYWEEKNO", rule.weekNumbers.isEmpty)
        }
        try require("BYMONTHDAY", "does not go with FREQ=WEEKLY; use BYDAY", rule.monthDays.isEmpty || frequency != .weekly)
        try require("BYYEARDAY", "needs FREQ=YEARLY", rule.yearDays.isEmpty || frequency == .yearly)
        try require("BYWEEKNO", "needs FREQ=YEARLY", rule.weekNumbers.isEmpty || frequency == .yearly)
        let hasList = !(rule.months + rule.weekNumbers + rule.yearDays + rule.monthDays).isEmpty || !rule.days.isEmpty
        try require("BYSETPOS", "needs another part that it selects from, such as BYDAY", rule.positions.isEmpty || hasList)
    }

    private func require(_ part: String, _ message: String, _ holds: Bool) throws(RuleError) {
        if !holds { throw RuleError(part: part, message: message) }
    }
}
