/// A day of the proleptic Gregorian calendar, in no zone.
public struct CivilDate: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01.
    public let number: Int

    /// The days that four digits of a year can write.
    static let range = CivilDate(number: -719_162)...CivilDate(number: 2_932_896)

    init(number: Int) {
        self.number = number
    }

    /// A day of the years 1 to 9999; nil if there is none.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9_999).contains(year), (1...12).contains(month), (1...Self.length(ofMonth: month, year)).contains(day)
        else { return nil }
        number = Self.number(year, month, day)
    }

    /// Year, month (1 to 12) and day of the month (1 to 31).
    public var parts: (year: Int, month: Int, day: Int) {
        // Howard Hinnant's civil_from_days: years begin in March, so that the leap day is the last.
        let shifted = number + 719_468
        let era = floorDivision(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    public var weekday: Weekday {
        // 1970-01-01 was a Thursday.
        Weekday.allCases[floorModulo(number + 3, 7)]
    }

    public static func < (left: CivilDate, right: CivilDate) -> Bool { left.number < right.number }

    /// Days from 1970-01-01 to a day; the month is 1 to 12.
    static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = floorDivision(year, 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    static func length(ofMonth month: Int, _ year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CivilDate: LosslessStringConvertible {
    /// The day of a text in the form `20261121`; nil for any other text, and if there is no such day.
    public init?(_ text: String) {
        guard let digits = Digits(text.utf8, count: 8) else { return nil }
        self.init(year: digits[0..<4], month: digits[4..<6], day: digits[6..<8])
    }

    /// The form `20261121`.
    public var description: String {
        let (year, month, day) = parts
        return Digits.text(year, width: 4) + Digits.text(month, width: 2) + Digits.text(day, width: 2)
    }
}

/// A day of the week, in the order of ISO 8601.
public enum Weekday: Int, CaseIterable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    private static let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    init?(code: String) {
        guard let index = Self.codes.firstIndex(of: code) else { return nil }
        self.init(rawValue: index)
    }

    /// The two letters of RFC 5545.
    public var code: String { Self.codes[rawValue] }

    /// The last such day that is not after a day; both in days since 1970-01-01.
    func onOrBefore(_ day: Int) -> Int {
        day - floorModulo(CivilDate(number: day).weekday.rawValue - rawValue, 7)
    }
}

/// ASCII digits of a fixed width.
struct Digits {
    /// Four bits for each digit, the last one lowest.
    private var bits: UInt64 = 0
    private let count: Int

    /// - Parameter count: at most 16.
    init?(_ text: some Sequence<UInt8>, count: Int) {
        var found = 0
        for byte in text {
            guard found < count, (48...57).contains(byte) else { return nil }
            bits = bits << 4 | UInt64(byte - 48)
            found += 1
        }
        guard found == count else { return nil }
        self.count = count
    }

    subscript(range: Range<Int>) -> Int {
        range.reduce(0) { $0 * 10 + Int(bits >> UInt64(4 * (count - 1 - $1)) & 15) }
    }

    static func text(_ number: Int, width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

/// The quotient rounded down, also for a negative dividend; the divisor is positive.
func floorDivision(_ dividend: Int, _ divisor: Int) -> Int {
    dividend >= 0 ? dividend / divisor : (dividend + 1) / divisor - 1
}

/// The remainder from 0 to `divisor` - 1.
func floorModulo(_ dividend: Int, _ divisor: Int) -> Int {
    dividend - floorDivision(dividend, divisor) * divisor
}
