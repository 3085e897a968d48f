import Foundation
import NoteItCore

/// A time as people type it: `tomorrow`, `fri 17:00`, `next fri`, `in 3 days`, `2026-12-01`, `dec 1 5pm`.
///
/// A day without a time means its last minute, 23:59. A time without a day means its next occurrence. A weekday means its next
/// occurrence, today included; `next fri` means the one in the week (from Monday) after this one. A month and day without a
/// year mean their next occurrence.
public struct DuePhrase: Sendable {
    public static let examples = "tomorrow, fri 17:00, next fri, in 3 days, dec 1 5pm, 2026-12-01, 2026-12-01 14:00"

    /// The current time.
    public var now: Date
    /// The time zone of the term.
    public var timeZone: TimeZone

    public init(now: Date, timeZone: TimeZone) { (self.now, self.timeZone) = (now, timeZone) }

    private var today: Day { Day(now, in: timeZone) }

    /// Nil if `text` cannot be understood, or the time does not exist.
    public func date(_ text: String) -> Date? {
        if let date = RFC3339.date(text.trimmingCharacters(in: .whitespaces)) { return date }
        var words = PhraseWords(text)
        guard !words.isEmpty else { return nil }
        var (day, clock) = (Optional<DayPhrase>.none, Optional<WallTime>.none)
        while !words.isEmpty {
            if let moment = words.takeMoment(), day == nil, clock == nil, words.isEmpty {
                return now.addingTimeInterval(moment).wholeSeconds
            } else if clock == nil, let time = words.takeClock() {
                clock = time
            } else if day == nil, let phrase = words.takeDay() {
                day = phrase
            } else {
                return nil
            }
        }
        return date(day, clock)
    }

    /// The day that `text` means: as `date` without a time, and `yesterday`. Nil if it cannot be understood.
    public func day(_ text: String) -> Day? {
        var words = PhraseWords(text)
        guard let phrase = words.takeDay(), words.isEmpty else { return nil }
        return phrase.day(from: today, skippingToday: false)
    }

    /// The first day of the month that `text` means: `dec`, `december 2026`, `2026-12`, `next month`. A month without a year means
    /// its next occurrence, this month included. Nil if it is not a month.
    public func month(_ text: String) -> Day? {
        let words = text.lowercased().split(separator: " ").map(String.init)
        let first = today.firstOfMonth
        switch words {
        case ["this", "month"]: return first
        case ["next", "month"]: return first.adding(months: 1)
        case ["last", "month"]: return first.adding(months: -1)
        default: break
        }
        if words.count == 1, let day = Day(words[0] + "-01") { return day }
        guard let name = words.first, words.count <= 2, let month = PhraseWords.month(name) else { return nil }
        let number = month < 10 ? "0\(month)" : "\(month)"
        if words.count == 2 { return Day("\(words[1])-\(number)-01") }
        return Day("\(month < first.month ? first.year + 1 : first.year)-\(number)-01")
    }

    private func date(_ phrase: DayPhrase?, _ clock: WallTime?) -> Date? {
        guard let phrase else {
            guard let clock else { return nil }
            guard let date = moment(today, clock) else { return nil }
            return date > now ? date : moment(today.adding(days: 1), clock)
        }
        guard let clock else {
            return WallTime(minute: 23 * 60 + 59).flatMap { end in
                phrase.day(from: today, skippingToday: false).flatMap { moment($0, end) }
            }
        }
        let isPast = moment(today, clock).map { $0 <= now } ?? false
        return phrase.day(from: today, skippingToday: isPast).flatMap { moment($0, clock) }
    }

    /// The time on the day; if clocks skip it, the moment after.
    public func moment(_ day: Day, _ time: WallTime) -> Date? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar.date(
            from: DateComponents(
                year: day.year, month: day.month, day: day.day, hour: time.minute / 60, minute: time.minute % 60))
    }
}

/// A day in a phrase.
enum DayPhrase: Equatable {
    case fixed(Day)
    /// Days from today.
    case offset(Int)
    /// 0 is Monday.
    case weekday(Int)
    case weekdayOfNextWeek(Int)
    case date(month: Int, day: Int)

    /// - Parameter skippingToday: whether a recurring day means the next one if it is today.
    func day(from today: Day, skippingToday: Bool) -> Day? {
        switch self {
        case .fixed(let day): return day
        case .offset(let days): return today.adding(days: days)
        case .weekday(let weekday):
            let ahead = (weekday - today.weekday + 7) % 7
            return today.adding(days: ahead == 0 && skippingToday ? 7 : ahead)
        case .weekdayOfNextWeek(let weekday): return today.adding(days: 7 - today.weekday + weekday)
        case .date(let month, let day):
            // 29 February can be eight years away.
            let years = (today.year...today.year + 8).lazy.compactMap { Day(String(format: "%04d-%02d-%02d", $0, month, day)) }
            return years.first { skippingToday ? $0 > today : $0 >= today }
        }
    }
}

extension Day {
    /// 0 is Monday, 6 Sunday.
    public var weekday: Int {
        let days = Int((start(in: .gmt).timeIntervalSince1970 / 86_400).rounded(.down))
        return ((days + 3) % 7 + 7) % 7
    }

    /// The number of days from `other` to this day.
    public func days(since other: Day) -> Int {
        Int((start(in: .gmt).timeIntervalSince(other.start(in: .gmt)) / 86_400).rounded())
    }
}
