import NoteItCore

/// When work is done anew, as people type it: `day`, `daily`, `week`, `weekday`, `mon wed`, `TR`.
public enum EveryPhrase {
    public static let examples = "day, weekdays, MWF, mon,wed, week"

    /// Nil if `text` cannot be understood.
    public static func every(_ text: String) -> StudyTask.Every? {
        switch text.lowercased() {
        case "day", "daily", "every day": return .day
        case "week", "weekly", "every week": return .week
        case "weekday", "workday": return StudyTask.Every(rawValue: "MTWRF")
        default: break
        }
        guard let days = WeekPhrase.days(text) else { return nil }
        let inOrder = Day.letters.filter(days.contains)
        return inOrder.count == 7 ? .day : StudyTask.Every(rawValue: String(inOrder))
    }
}

extension StudyTask.Every {
    /// `every day`, `once a week`, `on Mon, Wed`.
    public var words: String {
        switch times {
        case .week: "once a week"
        case .weekdays(let days) where days.count == 7: "every day"
        case .weekdays(let days): "on " + days.sorted().map { CalendarNames.weekdays[$0].prefix(3) }.joined(separator: ", ")
        case nil: "every \(rawValue)"
        }
    }
}
