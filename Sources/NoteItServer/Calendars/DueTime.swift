import Foundation
import ICalendar

extension CalendarTime {
    /// The moment by which a thing is done that is due then. That of a day is its last minute, which is how NoteIt writes a day
    /// without a time (`Date.wholeDay`).
    /// - Parameter reader: the zone of days and floating times.
    func deadline(in reader: Zone) -> Date {
        guard case .date(let day) = self, let last = LocalDateTime(day, secondOfDay: 86_340) else { return moment(in: reader) }
        return CalendarTime.floating(last).moment(in: reader)
    }
}

extension CalendarInstance {
    /// The moment by which it is done; of days, the last minute of the last one.
    /// - Parameter reader: the zone of days.
    func deadline(in reader: Zone) -> Date {
        days.map { CalendarTime.date($0.upperBound).adding(days: -1).deadline(in: reader) } ?? end
    }
}
