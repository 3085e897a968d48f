import Foundation
import NoteItCore

/// How people write a date in digits, such as `12/1`.
public enum DateOrder: Sendable {
    case monthFirst, dayFirst

    /// The order in which the environment's locale writes dates. Without a locale, the month first, as POSIX has it.
    public init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        let named = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let name = String(named.prefix { $0 != "." && $0 != "@" })
        let form =
            name.count > 1 && name != "POSIX"
            ? DateFormatter.dateFormat(fromTemplate: "Md", options: 0, locale: Locale(identifier: name)) ?? "" : ""
        let (month, day) = (form.firstIndex(of: "M"), form.firstIndex(of: "d"))
        self = if let month, let day, day < month { .dayFirst } else { .monthFirst }
    }

    /// The day that `12/1`, `12/1/2026`, `12/1/26`, `1.12.` or `1.12.2026` means; nil for anything else. A number above 12 is the
    /// day in either order. A date with dots has its day first.
    func day(_ word: String) -> DayPhrase? {
        if let match = word.wholeMatch(of: /(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})?/) {
            return Self.day(match.output.2, match.output.1, match.output.3)
        }
        guard let match = word.wholeMatch(of: /(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?/), let first = Int(match.output.1),
            let second = Int(match.output.2)
        else { return nil }
        let isMonthFirst = second > 12 || (self == .monthFirst && first <= 12)
        return isMonthFirst
            ? Self.day(match.output.1, match.output.2, match.output.3)
            : Self.day(match.output.2, match.output.1, match.output.3)
    }

    /// Whether the order decides what `word` means.
    func decides(_ word: Substring) -> Bool {
        guard let match = word.wholeMatch(of: /(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?/), let first = Int(match.output.1),
            let second = Int(match.output.2)
        else { return false }
        return first != second && (1...12).contains(first) && (1...12).contains(second)
    }

    private static func day(_ month: Substring, _ day: Substring, _ year: Substring?) -> DayPhrase? {
        guard let month = Int(month), let day = Int(day), (1...12).contains(month), (1...31).contains(day) else { return nil }
        guard let year else { return .date(month: month, day: day) }
        return Day(year: year.count == 2 ? "20\(year)" : String(year), month: month, day: day).map { .fixed($0) }
    }
}

extension Day {
    /// Nil if the month does not have the day.
    init?(year: String, month: Int, day: Int) {
        self.init("\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)")
    }
}
