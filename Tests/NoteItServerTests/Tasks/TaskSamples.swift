import Foundation
import NoteItCore

@testable import NoteItServer

extension TimeZone {
    /// Its clocks go back on 2026-11-01 at 02:00, and forward on 2027-03-14 at 02:00.
    static var vancouver: TimeZone { TimeZone(identifier: "America/Vancouver") ?? .gmt }
}

/// A time in the form of the contract.
func at(_ text: String) -> Date { RFC3339.date(text) ?? .distantPast }

func day(_ text: String) -> Day { Day(text) ?? Day(number: 0) }

extension StudyTask {
    static func flexible(_ title: String, minutes: Int, deadline: Date? = nil) -> StudyTask {
        var task = sample(title, .flexible)
        (task.minutes, task.deadline) = (minutes, deadline)
        return task
    }

    /// - Parameter rule: nil: it does not repeat.
    static func fixed(_ title: String, _ start: String, _ end: String, rule: String? = nil, except: [String] = []) -> StudyTask
    {
        var task = sample(title, .fixed)
        (task.start, task.end) = (at(start), at(end))
        task.recurrence = rule.map { TaskRecurrence(rule: $0, exceptions: except.map(at)) }
        return task
    }

    private static func sample(_ title: String, _ kind: Kind) -> StudyTask {
        StudyTask(
            id: .make(at: at("2026-11-01T00:00:00Z")), title: title, notes: "", kind: kind, start: nil, end: nil, minutes: nil,
            earliest: nil, deadline: nil, priority: .medium, after: [], recurrence: nil, course: nil, event: nil, spaced: nil,
            done: false, minutesDone: 0, createdAt: at("2026-11-01T00:00:00Z"), editedAt: nil, rev: 1)
    }
}

extension StudyClass {
    /// CMPT 225 in Vancouver, from 2026-09-08 to 2026-12-04; 2026-11-11 is a holiday.
    static func sample(_ days: String, _ start: String, _ end: String) -> StudyClass {
        let term = Term(
            id: "202530", name: "Fall", startsOn: Day("2026-09-08"), endsOn: Day("2026-12-04"), timeZone: "America/Vancouver",
            current: true, holidays: [Holiday(day: day("2026-11-11"), name: "Remembrance Day")])
        var meetings: [Meeting] = []
        if let start = WallTime(start), let end = WallTime(end) {
            meetings = [Meeting(days: days, start: start, end: end, startsOn: nil, endsOn: nil, place: "")]
        }
        return StudyClass(
            course: "202530.CMPT225", title: "CMPT 225 LEC D100", section: "202530.1001", meetings: meetings, term: term)
    }
}

extension StudyInputs {
    /// Studying on all days from 16:00 to 22:00 in Vancouver.
    static func sample(_ tasks: [StudyTask], classes: [StudyClass] = []) -> StudyInputs {
        var settings = StudySettings(timeZone: "America/Vancouver")
        if let start = WallTime("16:00"), let end = WallTime("22:00") {
            for letter in StudySettings.weekdays { settings.hours[String(letter)] = [.init(start: start, end: end)] }
        }
        return StudyInputs(settings: settings, tasks: tasks, classes: classes, blocks: [], plan: nil, version: 1)
    }
}
