import Foundation
import NoteItCore

/// A time as people type it: `tomorrow`, `fri 17:00`, `next fri`, `in 3 days`, `2026-12-01`, `dec 1 5pm`.
///
/// A day without a time means its last minute, 23:59. A time without a day means its next occurrence. A weekday means its next
/// occurrence, today included; `next fri` means the one in the week (from Monday) after this one. A month and day without a
/// year mean their next occurrence. `next month` means the same day of the next month. `17h` and `17h30` are times of day. A
/// weekday before a date must be that date's. The name of the time zone may come last.
public struct DuePhrase: Sendable, Memberwise {
    public static let examples = "tomorrow, fri 17:00, next fri, in 3 days, dec 1 5pm, 2026-12-01, 2026-12-01 14:00"

    /// The current time.
    public var now: Date
    /// The time zone of the term.
    public var timeZone: TimeZone

    /// How dates such as `12/1` are read.
    public var order: DateOrder = DateOrder()

    private var today: Day { Day(now, in: timeZone) }

    /// Nil if `text` cannot be understood, or the time does not exist.
    public func date(_ text: String) -> Date? {
        if let date = absolute(text.trimmingCharacters(in: .whitespaces)) { return date }
        var words = PhraseWords(text, order: order)
        words.dropZone(timeZone)
        guard !words.isEmpty else { return nil }
        var (day, clock, isUnclear) = (Optional<DayPhrase>.none, Optional<WallTime>.none, false)
        while !words.isEmpty {
            if clock == nil, words.isUnclear { isUnclear = true }
            if let moment = words.takeMoment() {
                guard day == nil, clock == nil, words.isEmpty else { return nil }
                return now.addingTimeInterval(moment).wholeSeconds
            } else if clock == nil, let time = words.takeClock() {
                clock = time
            } else if day == nil, let phrase = words.takeDay() {
                day = phrase
            } else {
                return nil
            }
        }
        return isUnclear && day == nil ? nil : date(day, clock)
    }

    /// A time with its offset from UTC, the seconds being optional: `2026-12-01T17:00Z`.
    private func absolute(_ text: String) -> Date? {
        let minutes = /([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ]([0-9]{2}:[0-9]{2})([Zz]|[+-][0-9]{2}:[0-9]{2})/
        guard let match = text.wholeMatch(of: minutes) else { return RFC3339.date(text) }
        return RFC3339.date("\(match.output.1)T\(match.output.2):00\(match.output.3.uppercased())")
    }

    /// A sentence about a date in `text` that other places read otherwise, such as `12/1`; nil if there is none.
    public func note(_ text: String) -> String? {
        let words = text.split(whereSeparator: { $0.isWhitespace || $0 == "," })
        guard let word = words.first(where: order.decides) else { return nil }
        let form = order == .monthFirst ? "month/day" : "day/month"
        let clear = day(String(word)).map { "; \($0) is clear everywhere" } ?? ""
        return "\(word) is read as \(form), as your locale has it\(clear)."
    }

    /// The day that `text` means: as `date` without a time, and `yesterday`. Nil if it cannot be understood.
    public func day(_ text: String) -> Day? {
        var words = PhraseWords(text, order: order)
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
        Day.calendar(timeZone).date(
            from: DateComponents(
                year: day.year, month: day.month, day: day.day, hour: time.minute / 60, minute: time.minute % 60))
    }
}

/// A day in a phrase.
enum DayPhrase: Equatable, Sendable {
    case fixed(Day)
    /// A number of days from today.
    case offset(Int)
    /// 0 is Monday.
    case weekday(Int)
    case weekdayOfNextWeek(Int)
    /// Months from today: the same day, or the last one of a shorter month.
    case months(Int)
    /// The next Sunday, today included.
    case endOfWeek
    case endOfMonth
    case date(month: Int, day: Int)
    /// A date whose weekday was named too.
    indirect case checked(weekday: Int, DayPhrase)

    /// - Parameter skippingToday: whether a recurring day means the next one if it is today.
    func day(from today: Day, skippingToday: Bool) -> Day? {
        switch self {
        case .fixed(let day): return day
        case .offset(let days): return today.adding(days: days)
        case .weekday(let weekday):
            let ahead = (weekday - today.weekday + 7) % 7
            return today.adding(days: ahead == 0 && skippingToday ? 7 : ahead)
        case .weekdayOfNextWeek(let weekday): return today.adding(days: 7 - today.weekday + weekday)
        // More than a century is a slip.
        case .months(let months): return months <= 1_200 ? today.adding(months: months) : nil
        case .endOfWeek: return today.adding(days: 6 - today.weekday)
        case .endOfMonth: return today.lastOfMonth
        case .date(let month, let day):
            // 29 February can be eight years away.
            let years = (today.year...today.year + 8).lazy.compactMap { Day(String(format: "%04d-%02d-%02d", $0, month, day)) }
            return years.first { skippingToday ? $0 > today : $0 >= today }
        case .checked(let weekday, let phrase):
            return phrase.day(from: today, skippingToday: skippingToday).flatMap { $0.weekday == weekday ? $0 : nil }
        }
    }
}
