/// A length of time (RFC 5545, 3.3.6): its weeks and days are days on the clock, its hours, minutes and seconds are exact.
public struct CalendarDuration: Hashable, Sendable {
    /// Days of 23 to 25 hours, as the zone has them. Not above zero if the whole is negative.
    public var days: Int
    /// Seconds after those days. Not above zero if the whole is negative.
    public var seconds: Int

    public init(days: Int = 0, seconds: Int = 0) { (self.days, self.seconds) = (days, seconds) }

    var isNegative: Bool { days < 0 || seconds < 0 }

    /// The instant that comes so long after a time: first its days on the clock, then its seconds.
    func end(of start: CalendarTime, reader: Zone) -> Int {
        let day = days == 0 ? start : start.on(CivilDate(number: start.local.date.number + days))
        return day.instant(in: reader) + seconds
    }

    /// An upper bound of the seconds that the duration takes, wherever it begins.
    var mostSeconds: Int {
        // No offset is a day long.
        (days == 0 ? 0 : (days + 2) * 86_400) + seconds
    }
}

extension CalendarDuration: LosslessStringConvertible {
    /// The most days and seconds that are read: the years of four digits.
    private static let maximum = (days: 3_652_060, seconds: 3_652_060 * 86_400)
    private static let units = Array("WDHMS".utf8)
    private static let lengths = [7, 1, 3_600, 60, 1]

    /// Reads `P1W`, `P1DT12H` or `-PT15M`; nil for any other text. Weeks may stand before other units, as some write them.
    public init?(_ text: String) {
        var rest = text.utf8[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        guard rest.popFirst() == UInt8(ascii: "P") else { return nil }

        var number: Int?
        var lastUnit = -1
        var isTime = false
        self.init()
        for byte in rest {
            if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                number = (number ?? 0) * 10 + Int(byte - UInt8(ascii: "0"))
                guard let number, number < 1_000_000_000 else { return nil }
            } else if byte == UInt8(ascii: "T") {
                guard !isTime, number == nil else { return nil }
                isTime = true
            } else {
                guard let amount = number, let unit = Self.units.firstIndex(of: byte), unit > lastUnit, isTime == (unit > 1)
                else { return nil }
                if isTime { seconds += amount * Self.lengths[unit] } else { days += amount * Self.lengths[unit] }
                (number, lastUnit) = (nil, unit)
            }
        }
        guard number == nil, lastUnit >= 0, isTime == (lastUnit > 1) else { return nil }
        guard days <= Self.maximum.days, seconds <= Self.maximum.seconds else { return nil }
        if isNegative { (days, seconds) = (-days, -seconds) }
    }

    public var description: String {
        let (days, seconds) = (abs(days), abs(seconds))
        let sign = isNegative ? "-P" : "P"
        if seconds == 0, days > 0 { return sign + (days % 7 == 0 ? "\(days / 7)W" : "\(days)D") }
        let time = [(seconds / 3_600, "H"), (seconds / 60 % 60, "M"), (seconds % 60, "S")]
            .filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
        return sign + (days > 0 ? "\(days)D" : "") + "T" + (time.isEmpty ? "0S" : time)
    }
}
