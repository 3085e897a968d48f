import Foundation
import ICalendar
import NoteItCore

/// A meeting of a section as a weekly event in the zone of its term, except on the term's holidays.
struct MeetingEvent {
    /// DTSTART, DTEND, RRULE and EXDATE.
    let properties: [Property]
    /// The start of the first meeting and the end of the last.
    let firstStart, lastEnd: Date

    /// Nil for a meeting without dates, without length, or without a day.
    init?(_ meeting: Meeting, term: Term) {
        guard let from = meeting.startsOn ?? term.startsOn, let to = meeting.endsOn ?? term.endsOn, from <= to,
            meeting.start < meeting.end
        else { return nil }
        let holidays = Set(term.holidays.map(\.day.number))
        let days = Self.days(of: meeting, from: from.number, to: to.number)
        // A start that is also an exception confuses several programs.
        guard let first = days.first(where: { !holidays.contains($0) }),
            let last = days.last(where: { !holidays.contains($0) })
        else { return nil }
        let zone = term.zone
        // Files end the last day of a meeting at 24:00, which no time of day writes.
        let end = min(meeting.end.minute, 1_439)
        guard let start = Self.property("DTSTART", first, meeting.start.minute, zone),
            let finish = Self.property("DTEND", first, end, zone)
        else { return nil }
        // UNTIL is in UTC where DTSTART has a zone (section 3.3.10).
        let until = CalendarTime(to.adding(days: 1).start(in: zone).addingTimeInterval(-1))
        let weekdays = meeting.days.compactMap { Day.letters.firstIndex(of: $0).flatMap(Weekday.init(rawValue:))?.code }
        let exceptions = days.filter { $0 > first && holidays.contains($0) }
        properties =
            [start, finish, Property("RRULE", value: "FREQ=WEEKLY;UNTIL=\(until);BYDAY=\(weekdays.joined(separator: ","))")]
            + exceptions.compactMap { Self.property("EXDATE", $0, meeting.start.minute, zone) }
        firstStart = Self.moment(first, meeting.start.minute, zone)
        lastEnd = Self.moment(last, end, zone)
    }

    /// The days of a meeting, in order. Days are counted from 1970-01-01, which is quicker than asking the calendar.
    private static func days(of meeting: Meeting, from: Int, to: Int) -> [Int] {
        let letters = Day.letters.map(meeting.days.contains)
        // No term is longer. A file with a wrong year must not make a list of all days since.
        return (from...min(to, from + 3 * 366)).filter { letters[Day.weekday(ofNumber: $0)] }
    }

    private static func time(_ day: Int, _ minute: Int, _ zone: TimeZone) -> CalendarTime? {
        guard let date = Day(number: day).civil, let local = LocalDateTime(date, secondOfDay: minute * 60) else { return nil }
        return .zoned(local, zone.isUTC ? .utc : Zone(zone))
    }

    private static func property(_ name: String, _ day: Int, _ minute: Int, _ zone: TimeZone) -> Property? {
        time(day, minute, zone).map { Property(name, $0, zone: zone.isUTC ? nil : zone.identifier) }
    }

    private static func moment(_ day: Int, _ minute: Int, _ zone: TimeZone) -> Date {
        time(day, minute, zone)?.moment(in: .utc) ?? .distantPast
    }
}
