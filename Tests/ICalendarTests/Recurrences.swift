import Foundation

@testable import ICalendar

/// A zone of the IANA database that every machine has.
func zone(_ name: String) throws -> Zone {
    struct Unknown: Error {}
    guard let timeZone = TimeZone(identifier: name) else { throw Unknown() }
    return Zone(timeZone)
}

/// A recurrence whose start, as iCalendar writes it, is on the clocks of `zoneName` if it is a local time.
func recurrence(_ start: String, _ rule: String? = nil, in zoneName: String = "America/New_York") throws -> Recurrence {
    Recurrence(start: try time(start, in: zoneName), rule: try rule.map { try RecurrenceRule($0) })
}

func time(_ text: String, in zoneName: String? = "America/New_York") throws -> CalendarTime {
    struct Misread: Error {}
    guard let time = CalendarTime(text, zone: try zoneName.map(zone)) else { throw Misread() }
    return time
}

/// A moment written as `20261121T123000Z`.
func moment(_ text: String) throws -> Date { try time(text).moment(in: .utc) }

extension Recurrence {
    /// All starts in UTC, at most 1,000.
    var allStarts: [String] { starts(in: .distantPast..<Date.distantFuture) }

    func starts(in range: Range<Date>) -> [String] {
        occurrences(in: range, limit: 1_000).occurrences.map { CalendarTime($0.date).description }
    }
}
