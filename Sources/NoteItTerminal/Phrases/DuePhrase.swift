import Foundation
import NoteItCore

/// A time as people write it: `tomorrow`, `fri 17:00`, `next fri`, `in 3 days`, `2026-12-01`, `dec 1 5pm`.
///
/// A day without a time means its last minute, 23:59. A time without a day means its next occurrence. A weekday means its next
/// occurrence, today's included; `next fri` the one in the week (from Monday) behind this one. A month and day without a year
/// mean their next occurrence.
public struct DuePhrase: Sendable {
    public static let examples = "tomorrow, fri 17:00, next fri, in 3 days, dec 1 5pm, 2026-12-01, 2026-12-01 14:00"

    /// The moment of speaking.
    public var now: Date
    /// Where the clock on the wall is read: the term's.
    public var timeZone: TimeZone

    public init(now: Date, timeZone: TimeZone) {
        self.now = now
        self.timeZone = timeZone
    }

    private var today: Day { Day(now, in: timeZone) }

    /// Nil if `text` is not understood, or names no existing moment.
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

    /// The day that `text` means: as for `date`, without a time; also `yesterday`. Nil if it is not understood.
    public func day(_ text: String) -> Day? {
        var words = PhraseWords(text)
        guard let phrase = words.takeDay(), words.isEmpty else { return nil }
        return phrase.day(from: today, skippingToday: false)
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

    /// The wall clock's `time` on `day`; where clocks skip it, the moment that follows.
    private func moment(_ day: Day, _ time: WallTime) -> Date? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar.date(
            from: DateComponents(
                year: day.year, month: day.month, day: day.day, hour: time.minute / 60, minute: time.minute % 60))
    }
}

/// A day as a phrase names it.
enum DayPhrase: Equatable {
    case fixed(Day)
    /// Days from today.
    case offset(Int)
    /// 0 is Monday.
    case weekday(Int)
    case weekdayOfNextWeek(Int)
    case date(month: Int, day: Int)

    /// - Parameter skippingToday: whether a recurring day that could be today is the one after.
    func day(from today: Day, skippingToday: Bool) -> Day? {
        switch self {
        case .fixed(let day): return day
        case .offset(let days): return today.adding(days: days)
        case .weekday(let weekday):
            let ahead = (weekday - today.weekday + 7) % 7
            return today.adding(days: ahead == 0 && skippingToday ? 7 : ahead)
        case .weekdayOfNextWeek(let weekday): return today.adding(days: 7 - today.weekday + weekday)
        case .date(let month, let day):
            // 29 February needs up to eight years.
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

    /// How many days later than `other` this day is.
    public func days(since other: Day) -> Int {
        Int((start(in: .gmt).timeIntervalSince(other.start(in: .gmt)) / 86_400).rounded())
    }
}
