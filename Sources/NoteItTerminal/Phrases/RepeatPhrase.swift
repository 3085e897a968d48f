import Foundation
import NoteItCore

/// A recurrence as people type it: `daily`, `weekdays`, `TR`, `mon,wed`, `weekly`, `every 2 weeks`, `every second tue`,
/// `monthly`, `yearly`, each with `until dec 18` or `10 times` after it.
public struct RepeatPhrase: Sendable, Equatable {
    public static let examples =
        "daily, weekdays, TR, mon,wed, weekly, every second tue, monthly, daily until dec 18, weekly 10 times"

    /// A rule of RFC 5545.
    public var rule: String
    /// The letters of the weekdays that it names; empty if it names none.
    public var days: String

    /// Nil if `text` cannot be understood.
    /// - Parameter phrase: reads the day after `until`; that whole day is in.
    public init?(_ text: String, _ phrase: DuePhrase) {
        var words = text.lowercased().split { $0.isWhitespace }.map(String.init)
        guard let end = Self.takeEnd(&words, phrase), let core = Self.core(words, text) else { return nil }
        (rule, days) = (core.rule + end, core.days)
    }

    /// Nil if there is an end that cannot be understood; empty if there is none.
    private static func takeEnd(_ words: inout [String], _ phrase: DuePhrase) -> String? {
        if let until = words.firstIndex(of: "until") {
            guard let day = phrase.day(words[(until + 1)...].joined(separator: " ")) else { return nil }
            words.removeSubrange(until...)
            let last = day.adding(days: 1).start(in: phrase.timeZone).addingTimeInterval(-1)
            return ";UNTIL=" + RFC3339.string(last).filter { $0 != "-" && $0 != ":" }
        }
        guard words.last == "times", words.count > 2 else { return "" }
        guard let count = Int(words[words.count - 2]), (1...10_000).contains(count) else { return nil }
        words.removeLast(2)
        return ";COUNT=\(count)"
    }

    private static func core(_ words: [String], _ text: String) -> (rule: String, days: String)? {
        let units = ["daily": "DAILY", "weekly": "WEEKLY", "monthly": "MONTHLY", "yearly": "YEARLY"]
        if words.count == 1, let frequency = units[words[0]] { return ("FREQ=\(frequency)", "") }
        if words.first == "every" { return every(Array(words.dropFirst())) }
        // Letters of days, such as TR, count in their own case.
        let own = text.split { $0.isWhitespace }.prefix(words.count).joined(separator: " ")
        return WeekPhrase.days(own).map { ("FREQ=WEEKLY;BYDAY=\(written($0))", $0) }
    }

    /// `day`, `2 weeks`, `second tue`, `other week`, `mon`.
    private static func every(_ words: [String]) -> (rule: String, days: String)? {
        let ordinals = ["other": 2, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4]
        var (words, interval) = (words[...], 1)
        if words.count > 1, let first = words.first, let count = ordinals[first] ?? Int(first) {
            guard (1...1_000).contains(count) else { return nil }
            interval = count
            words.removeFirst()
        }
        let step = interval == 1 ? "" : ";INTERVAL=\(interval)"
        let units = ["day": "DAILY", "week": "WEEKLY", "month": "MONTHLY", "year": "YEARLY"]
        if words.count == 1, let word = words.first {
            if let frequency = units[word] ?? units[word.trimmingSuffix("s")] { return ("FREQ=\(frequency)\(step)", "") }
        }
        return WeekPhrase.days(words.joined(separator: " ")).map { ("FREQ=WEEKLY\(step);BYDAY=\(written($0))", $0) }
    }

    private static let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    private static func written(_ days: String) -> String {
        days.compactMap { Day.letters.firstIndex(of: $0).map { codes[$0] } }.joined(separator: ",")
    }

    /// A rule in words, `weekly on Tue, Thu`, if it has only parts that this writes; else the rule itself.
    /// - Parameters:
    ///   - start: of the first occurrence. If the end of the rule is earlier in its day, the day before is named.
    ///   - clock: in the zone of the recurrence.
    public static func words(_ rule: String, from start: Date? = nil, _ clock: DueText) -> String {
        var parts: [String: String] = [:]
        for part in rule.uppercased().split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            if pair.count == 2 { parts[pair[0]] = pair[1] }
        }
        guard Set(parts.keys).isSubset(of: ["FREQ", "INTERVAL", "BYDAY", "COUNT", "UNTIL", "WKST"]),
            let unit = parts["FREQ"].flatMap({ units[$0] }), let days = days(parts["BYDAY"], of: unit.one),
            let until = until(parts["UNTIL"], start, clock)
        else { return rule }
        let interval = parts["INTERVAL"].flatMap { Int($0) } ?? 1
        let count = parts["COUNT"].map { ", \($0) times" } ?? ""
        return (interval == 1 ? unit.one : "every \(interval) \(unit.many)") + days + count + until
    }

    private static let units: [String: (one: String, many: String)] = [
        "DAILY": ("daily", "days"), "WEEKLY": ("weekly", "weeks"), "MONTHLY": ("monthly", "months"),
        "YEARLY": ("yearly", "years"),
    ]

    /// ` on Tue, Thu`; nil if it cannot be said in words.
    private static func days(_ codes: String?, of unit: String) -> String? {
        guard let codes else { return "" }
        let days = codes.split(separator: ",").map { Self.codes.firstIndex(of: String($0)) }
        guard unit == "weekly", !days.contains(nil) else { return nil }
        return " on " + days.compactMap { $0.map { String(CalendarNames.weekdays[$0].prefix(3)) } }.joined(separator: ", ")
    }

    /// `, until Fri 18 Dec`; nil if it cannot be said in words.
    private static func until(_ text: String?, _ start: Date?, _ clock: DueText) -> String? {
        guard let text else { return "" }
        guard let match = text.wholeMatch(of: /(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?/) else { return nil }
        let (_, year, month, day, hour, minute, second, utc) = match.output
        let written = "\(year)-\(month)-\(day)"
        guard let hour, let minute, let second, utc == "Z" else {
            return Day(written).map { ", until \(clock.label($0))" }
        }
        guard let end = RFC3339.date("\(written)T\(hour):\(minute):\(second)Z") else { return nil }
        let isBeforeStart = start.map { end.minuteOfDay(in: clock.timeZone) < $0.minuteOfDay(in: clock.timeZone) } ?? false
        return ", until \(clock.label(Day(end, in: clock.timeZone).adding(days: isBeforeStart ? -1 : 0)))"
    }
}
