import Foundation
import NoteItCore

/// How days are drawn: the clock, the first day of weeks, the kinds of due events, and the signs that the terminal can show.
public struct CalendarStyle: Sendable {
    /// Writes times, in its zone. Its `now` decides which day is today.
    public var clock: DueText
    /// The zone whose midnights bound items of whole days.
    public var dayZone: TimeZone
    /// The day on which weeks begin; 0 is Monday.
    public var weekStart: Int
    public var unicode: Bool
    private let exams: Set<String>

    /// - Parameters:
    ///   - dayZone: nil: the clock's.
    ///   - exams: the ids of the exams among the events.
    public init(
        clock: DueText, dayZone: TimeZone? = nil, exams: Set<String> = [], weekStart: Int = 0, unicode: Bool
    ) {
        (self.clock, self.dayZone) = (clock, dayZone ?? clock.timeZone)
        (self.exams, self.weekStart, self.unicode) = (exams, weekStart, unicode)
    }

    func mark(_ item: CalendarItem) -> CalendarMark {
        switch item.kind {
        case .due: exams.contains(item.id) ? .exam : .due
        case .task: .task
        case .personal: .personal
        case .import: .import
        case .study: .study
        case .class: .class
        }
    }

    /// The days that an item is on. One that ends at midnight is not on the day that begins then.
    func days(of item: CalendarItem) -> ClosedRange<Day> {
        let zone = item.allDay ? dayZone : clock.timeZone
        let first = Day(item.start, in: zone)
        return first...max(first, Day(item.end > item.start ? item.end.addingTimeInterval(-1) : item.end, in: zone))
    }

    func isOn(_ day: Day, _ item: CalendarItem) -> Bool { days(of: item).contains(day) }

    /// Whether an item is on any of these days.
    public func isOn(_ days: ClosedRange<Day>, _ item: CalendarItem) -> Bool { self.days(of: item).overlaps(days) }

    /// `10:30-11:20`, `17:00` for a moment, `all day`; of an item of several days the part on this day.
    func time(of item: CalendarItem, on day: Day) -> String {
        let days = days(of: item)
        if item.allDay { return "all day" }
        let (start, end) = (clock.time(item.start), clock.time(item.end))
        if item.start == item.end { return start }
        switch (days.lowerBound < day, days.upperBound > day) {
        case (true, true): return "all day"
        case (true, false): return "until \(end)"
        case (false, true): return "from \(start)"
        case (false, false): return "\(start)-\(end)"
        }
    }

    /// The first day of the week that `day` is in.
    public func week(of day: Day) -> Day { day.adding(days: -((day.weekday - weekStart + 7) % 7)) }
}

/// A kind of entry, the most important first. Its sign never stands without its word on the same page.
enum CalendarMark: Int, CaseIterable {
    case exam, due, task, personal, `import`, study, `class`

    func sign(unicode: Bool) -> String {
        switch self {
        case .exam: unicode ? "✱" : "*"
        case .due: "!"
        case .task: "+"
        case .personal: unicode ? "●" : "@"
        case .import: unicode ? "○" : "o"
        case .study: unicode ? "░" : ":"
        case .class: unicode ? "·" : "."
        }
    }

    var word: String {
        switch self {
        case .exam: "exam"
        case .due: "due"
        case .task: "task"
        case .personal: "yours"
        case .import: "imported"
        case .study: "study"
        case .class: "class"
        }
    }

    var tone: Tone {
        switch self {
        case .exam: .exam
        case .due: .bad
        case .task: .reminder
        case .personal: .good
        case .import: .code
        case .study: .faint
        case .class: .plain
        }
    }

    /// Whether a day of the month says how many there are.
    var isCounted: Bool { self == .exam || self == .due || self == .task }
}

extension Locale {
    /// The first day of weeks where the environment's locale is spoken; 0 is Monday, also if no locale is set.
    public static func weekStart(_ environment: [String: String]) -> Int {
        let named = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let name = String(named.prefix { $0 != "." && $0 != "@" })
        guard name.count > 1, name != "POSIX" else { return 0 }
        return switch Locale(identifier: name).firstDayOfWeek {
        case .sunday: 6
        case .saturday: 5
        case .friday: 4
        default: 0
        }
    }
}
