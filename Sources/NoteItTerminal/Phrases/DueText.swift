import Foundation
import NoteItCore

/// Writes times, relative to `now`, in the time zone of the term.
public struct DueText: Sendable, Memberwise {
    public var now: Date
    public var timeZone: TimeZone

    public var today: Day { Day(now, in: timeZone) }

    /// `Fri 27 Nov 2026 17:00 PST`.
    public func full(_ date: Date) -> String {
        let day = Day(date, in: timeZone)
        return "\(name(of: day)) \(day.year) \(time(date)) \(zoneName(at: date))"
    }

    /// `Fri 27 Nov 17:00`, with the year if it is not this one.
    public func short(_ date: Date) -> String { "\(label(Day(date, in: timeZone))) \(time(date))" }

    /// `17:00`.
    public func time(_ date: Date) -> String {
        WallTime(minute: date.minuteOfDay(in: timeZone))?.description ?? ""
    }

    /// `17:00:05`.
    public func timeWithSeconds(_ date: Date) -> String {
        String(format: "%@:%02d", time(date), Day.calendar(timeZone).component(.second, from: date))
    }

    /// A time in the past, to be named alone: `17:00` today, else `Fri 27 Nov 17:00`.
    public func since(_ date: Date) -> String { Day(date, in: timeZone) == today ? time(date) : short(date) }

    /// The heading of a day's events: `Today`, `Tomorrow`, `Fri 27 Nov`; nil is `No due date`.
    public func heading(_ day: Day?) -> String {
        guard let day else { return "No due date" }
        return switch day.days(since: today) {
        case 0: "Today"
        case 1: "Tomorrow"
        case -1: "Yesterday"
        default: label(day)
        }
    }

    /// `Fri 27 Nov`, with the year if it is not this one.
    public func label(_ day: Day) -> String { name(of: day) + (day.year == today.year ? "" : " \(day.year)") }

    /// `in 6 days`, `3 hours ago`, `now`. Days are counted on the calendar: from 36 hours on, all of a day is as far.
    public func distance(_ date: Date) -> String {
        let seconds = date.timeIntervalSince(now)
        let span = Self.span(abs(seconds), days: abs(Day(date, in: timeZone).days(since: today)))
        if span.isEmpty { return seconds < 0 ? "just now" : "now" }
        return seconds < 0 ? "\(span) ago" : "in \(span)"
    }

    private static func span(_ seconds: Double, days: Int) -> String {
        let units: [(name: String, seconds: Double, until: Double)] = [
            ("minute", 60, 3600), ("hour", 3600, 36 * 3600), ("day", 86_400, 21 * 86_400), ("week", 604_800, 70 * 86_400),
            ("month", 2_629_800, 730 * 86_400), ("year", 31_557_600, .infinity),
        ]
        guard seconds >= 60, let unit = units.first(where: { seconds < $0.until }) else { return "" }
        let count = unit.name == "day" ? days : Int(seconds / unit.seconds)
        return "\(count) \(unit.name)\(count == 1 ? "" : "s")"
    }

    private func name(of day: Day) -> String {
        "\(day.inWeek()) \(CalendarNames.months[day.month - 1].prefix(3))"
    }

    private func zoneName(at date: Date) -> String {
        timeZone.shortName(timeZone.isDaylightSavingTime(for: date) ? .shortDaylightSaving : .shortStandard)
    }
}

extension TimeZone {
    /// `PST`, `PDT`, `UTC`.
    func shortName(_ style: NameStyle) -> String {
        self == .gmt ? "UTC" : localizedName(for: style, locale: Locale(identifier: "en_US")) ?? identifier
    }
}
