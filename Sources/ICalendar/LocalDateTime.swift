/// A wall-clock time, in no zone.
public struct LocalDateTime: Hashable, Comparable, Sendable {
    public let date: CivilDate
    /// Seconds since 00:00 on the clock, 0 to 86,399.
    public let secondOfDay: Int

    /// A time of a day; nil unless `secondOfDay` is one of a day's seconds.
    public init?(_ date: CivilDate, secondOfDay: Int) {
        guard (0..<86_400).contains(secondOfDay) else { return nil }
        (self.date, self.secondOfDay) = (date, secondOfDay)
    }

    /// Midnight at the start of a day.
    public init(startOf date: CivilDate) {
        (self.date, secondOfDay) = (date, 0)
    }

    /// Seconds from 1970-01-01 00:00 on the same clock.
    init(seconds: Int) {
        date = CivilDate(number: floorDivision(seconds, 86_400))
        secondOfDay = floorModulo(seconds, 86_400)
    }

    var seconds: Int { date.number * 86_400 + secondOfDay }

    /// This time of day on another day.
    func on(_ date: CivilDate) -> LocalDateTime {
        LocalDateTime(seconds: date.number * 86_400 + secondOfDay)
    }

    public static func < (left: LocalDateTime, right: LocalDateTime) -> Bool { left.seconds < right.seconds }
}

extension LocalDateTime: LosslessStringConvertible {
    /// The time of a text in the form `20261121T123000`; nil for any other text, and if there is no such time. A leap second is
    /// the second before it (RFC 5545, 3.3.12).
    public init?(_ text: String) { self.init(utf8: text.utf8[...]) }

    init?(utf8: Substring.UTF8View) {
        guard utf8.count == 15, utf8.dropFirst(8).first == UInt8(ascii: "T"), let day = Digits(utf8.prefix(8), count: 8),
            let date = CivilDate(year: day[0..<4], month: day[4..<6], day: day[6..<8]),
            let digits = Digits(utf8.dropFirst(9), count: 6), digits[0..<2] < 24, digits[2..<4] < 60, digits[4..<6] <= 60
        else { return nil }
        self.init(date, secondOfDay: digits[0..<2] * 3_600 + digits[2..<4] * 60 + min(59, digits[4..<6]))
    }

    /// The form `20261121T123000`.
    public var description: String {
        let clock = [secondOfDay / 3_600, secondOfDay / 60 % 60, secondOfDay % 60]
        return "\(date)T" + clock.map { Digits.text($0, width: 2) }.joined()
    }
}
