import NoteItCore

/// Study settings as a page to read.
public struct StudySettingsPage: Sendable {
    private let settings: StudySettings

    public init(_ settings: StudySettings) { self.settings = settings }

    public var lines: [Styled] {
        let alerts = [
            settings.alerts.start.map { $0 == 0 ? "at the start" : "\(LeadPhrase.words($0)) before the start" },
            settings.alerts.end.map { $0 == 0 ? "at the end" : "\(LeadPhrase.words($0)) before the end" },
        ].compactMap { $0 }
        let facts: [(String, [String])] = [
            ("Time zone", [settings.timeZone]), ("Hours", hours),
            (
                "Blocks",
                [
                    "\(settings.minimumBlock.asHours) to \(settings.maximumBlock.asHours), "
                        + (settings.break == 0 ? "no break" : "then a break of \(settings.break.asHours)")
                ]
            ), ("Daily limit", [settings.dailyLimit.map { $0.asHours } ?? "none"]), ("Mode", [mode]),
            ("Alerts", [alerts.isEmpty ? "none" : alerts.joined(separator: ", ")]),
            ("Rules", settings.rules.isEmpty ? ["none"] : settings.rules.map(\.words)),
        ]
        return facts.flatMap { name, values in
            values.enumerated().map { Styled(($0 == 0 ? name : "").padded(to: 13)) + Styled($1, .strong) }
        }
    }

    private var mode: String {
        guard settings.mode == .balanced else { return settings.mode.rawValue }
        return "balanced, a break of \(settings.longBreak.asHours) after \(settings.longestRun.asHours)"
    }

    /// Days with the same hours are together, from Monday on.
    private var hours: [String] {
        var groups: [(days: String, hours: [StudySettings.Hours])] = []
        for day in StudySettings.weekdays {
            let hours = (settings.hours[String(day)] ?? []).sorted { $0.start < $1.start }
            guard !hours.isEmpty else { continue }
            if let same = groups.firstIndex(where: { $0.hours == hours }) {
                groups[same].days.append(day)
            } else {
                groups.append((String(day), hours))
            }
        }
        let named = groups.map { (days: Self.words(days: $0.days), hours: $0.hours) }
        let wide = named.map(\.days.count).max() ?? 0
        return named.isEmpty
            ? ["none"]
            : named.map { $0.days.padded(to: wide) + " " + $0.hours.map { "\($0.start)-\($0.end)" }.joined(separator: ", ") }
    }

    /// `Mon-Fri`, `Sat, Sun`: three days or more in a row are a range.
    /// - Parameter days: letters of `MTWRFSU`.
    public static func words(days: String) -> String {
        var runs: [[Int]] = []
        for (index, letter) in StudySettings.weekdays.enumerated() where days.contains(letter) {
            if runs.last?.last == index - 1 { runs[runs.count - 1].append(index) } else { runs.append([index]) }
        }
        let name = { (index: Int) in String(CalendarNames.weekdays[index].prefix(3)) }
        return runs.map { run in
            run.count > 2 ? "\(name(run[0]))-\(name(run[run.count - 1]))" : run.map(name).joined(separator: ", ")
        }.joined(separator: ", ")
    }

    /// Tab-separated values: a name, then its values.
    public var rows: [[String]] {
        let whole = { (minutes: Int?) in minutes.map(String.init) ?? "" }
        return [["timeZone", settings.timeZone]]
            + StudySettings.weekdays.compactMap { day in
                settings.hours[String(day)].map { ["hours", String(day)] + $0.map { "\($0.start)-\($0.end)" } }
            } + [
                ["minimumBlock", whole(settings.minimumBlock)], ["maximumBlock", whole(settings.maximumBlock)],
                ["break", whole(settings.break)], ["dailyLimit", whole(settings.dailyLimit)], ["mode", settings.mode.rawValue],
                ["longestRun", whole(settings.longestRun)], ["longBreak", whole(settings.longBreak)],
                ["alerts", whole(settings.alerts.start), whole(settings.alerts.end)],
            ] + settings.rules.map { ["rule", $0.course.text, $0.kind.rawValue, whole($0.minutes)] }
    }
}

extension StudySettings.Rule {
    /// The setting in words, as in `CMPT225 exam 6h`.
    public var words: String { "\(course.name) \(kind.rawValue) \(minutes.asHours)" }
}
