import Foundation
import NoteItCore
import Planning

/// What stands in the way of a task, in sentences.
struct PlanSentences {
    let zone: TimeZone
    /// Minutes; nil: none.
    let dailyLimit: Int?
    /// The title of a task, by its id.
    let title: (String) -> String

    /// The obstacle, then the smallest change that would place the task.
    func detail(_ unplaced: StudyTimetable.Unplaced) -> String {
        let obstacle = obstacle(unplaced)
        guard let change = unplaced.change.map(change) else { return obstacle }
        return "\(obstacle) \(change)"
    }

    private func obstacle(_ unplaced: StudyTimetable.Unplaced) -> String {
        let minutes = unplaced.minutes
        let rest = minutes == 0 ? "It does" : "\(Self.length(minutes)) \([1, 60].contains(minutes) ? "does" : "do")"
        switch unplaced.reason {
        case .hours: return "\(rest) not fit into the study hours."
        case .deadline: return "\(rest) not fit before the deadline."
        case .limit: return "\(rest) not fit under the daily limit\(dailyLimit.map { " of \(Self.length($0))" } ?? "")."
        case .after: return "It waits for another task."
        case .blocks: return "\(rest) not fit in blocks of the lengths that the settings allow."
        }
    }

    private func change(_ change: StudyTimetable.Change) -> String {
        switch change {
        case .longerHours(let day, let minutes):
            "\(Self.more(minutes)) of study on \(Self.name(Day(number: day))) would place it."
        case .laterDeadline(let instant): "A deadline at \(moment(instant)) would place it."
        case .higherLimit(let minutes): "A daily limit of \(Self.length(minutes)) would place it."
        case .shorterMinimum(let minutes): "A minimum block of \(Self.length(minutes)) would place it."
        case .longerMaximum(let minutes): "A maximum block of \(Self.length(minutes)) would place it."
        case .finish(let task): "\"\(title(task).prefix(codePoints: 80))\" must be done or have its time first."
        }
    }

    private func moment(_ instant: Int) -> String {
        let date = Date(seconds: instant)
        return "\(WallTime(minute: date.minuteOfDay(in: zone))?.description ?? "") on \(Self.name(Day(date, in: zone)))"
    }

    /// Such as `Tuesday 24 November`.
    private static func name(_ day: Day) -> String {
        "\(CalendarNames.weekdays[day.weekday]) \(day.day) \(CalendarNames.months[day.month - 1])"
    }

    private static func more(_ minutes: Int) -> String {
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        return switch (hours, rest) {
        case (1, 0): "One more hour"
        case (_, 0): "\(hours) more hours"
        case (0, 1): "One more minute"
        case (0, _): "\(rest) more minutes"
        default: "\(length(minutes)) more"
        }
    }

    private static func length(_ minutes: Int) -> String {
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        let parts = [(hours, "hour"), (rest, "minute")].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
        return parts.isEmpty ? "0 minutes" : parts.joined(separator: " ")
    }
}
