import Foundation

/// A DATE or a DATE-TIME of RFC 5545, in one of its three forms.
public enum CalendarTime: Hashable, Sendable {
    /// A day, of which the reader's zone says when it begins.
    case date(CivilDate)
    /// A time on the reader's clock, wherever that is.
    case floating(LocalDateTime)
    /// A time on the clocks of a zone, UTC among them.
    case zoned(LocalDateTime, Zone)

    /// Reads `20261121`, `20261121T123000` or `20261121T123000Z`; nil for any other text.
    /// - Parameter zone: of a local time (its TZID); nil: it is floating.
    public init?(_ text: String, zone: Zone? = nil) {
        if text.utf8.count == 8, let date = CivilDate(text) {
            self = .date(date)
        } else if let local = LocalDateTime(utf8: text.utf8[...]) {
            self = zone.map { .zoned(local, $0) } ?? .floating(local)
        } else if text.utf8.last == UInt8(ascii: "Z"), let local = LocalDateTime(utf8: text.utf8.dropLast()) {
            self = .zoned(local, .utc)
        } else {
            return nil
        }
    }

    /// A moment in UTC; parts of a second are dropped.
    public init(_ date: Date) {
        self = .zoned(LocalDateTime(seconds: date.wholeSeconds(.down)), .utc)
    }

    /// A moment on the clocks of a zone; parts of a second are dropped.
    public init(_ date: Date, in zone: Zone) {
        self = .zoned(zone.local(at: date.wholeSeconds(.down)), zone)
    }

    /// The zone of the time; nil for a day and for a floating time.
    public var zone: Zone? {
        if case .zoned(_, let zone) = self { zone } else { nil }
    }

    /// The day or time as it is written, without its zone.
    public var local: LocalDateTime {
        switch self {
        case .date(let date): LocalDateTime(startOf: date)
        case .floating(let local), .zoned(let local, _): local
        }
    }

    /// The moment of this time; `reader` is the zone of days and floating times.
    public func moment(in reader: Zone) -> Date {
        Date(timeIntervalSince1970: Double(instant(in: reader)))
    }

    /// The moment in seconds since 1970-01-01T00:00:00Z.
    func instant(in reader: Zone) -> Int {
        switch self {
        case .date, .floating: reader.instant(of: local)
        case .zoned(let local, let zone): zone.instant(of: local)
        }
    }

    var isDate: Bool {
        if case .date = self { true } else { false }
    }

    /// This time of day in the same form, so many days later.
    public func adding(days: Int) -> CalendarTime { on(CivilDate(number: local.date.number + days)) }

    /// This time of day in the same form, on another day.
    func on(_ day: CivilDate) -> CalendarTime {
        switch self {
        case .date: .date(day)
        case .floating(let local): .floating(local.on(day))
        case .zoned(let local, let zone): .zoned(local.on(day), zone)
        }
    }
}

extension CalendarTime: CustomStringConvertible {
    /// The value without its parameters: a zone other than UTC is told by TZID.
    public var description: String {
        switch self {
        case .date(let date): date.description
        case .zoned(let local, .utc): "\(local)Z"
        case .floating(let local), .zoned(let local, _): local.description
        }
    }
}

extension Date {
    /// Seconds since 1970, rounded; dates beyond the years 1 to 9999 by far are held there.
    func wholeSeconds(_ rule: FloatingPointRoundingRule) -> Int {
        let seconds = timeIntervalSince1970.rounded(rule)
        return Int(min(1e12, max(-1e12, seconds)))
    }
}
