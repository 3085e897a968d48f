import Foundation
import NoteItCore

@testable import NoteItTerminal

/// A student's week in Vancouver, around Monday 23 November 2026.
enum StudySamples {
    static let vancouver = TimeZone(identifier: "America/Vancouver") ?? .gmt
    static let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    static let course: Course.ID = "202530.CMPT225"

    /// A time in Vancouver: `2026-11-23 17:20`.
    static func at(_ text: String) -> Date {
        DuePhrase(now: Date(timeIntervalSince1970: 1_795_291_200), timeZone: vancouver).date(text) ?? .distantPast
    }

    static func day(_ text: String) -> Day { Day(text) ?? Day(.distantPast, in: .gmt) }

    static func id(_ number: Int) -> StudyTask.ID {
        let digits = String(number, radix: 16)
        let text = "00000000-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
        return StudyTask.ID(text) ?? .make(at: .distantPast)
    }

    static func task(_ number: Int, _ title: String, _ priority: StudyTask.Priority = .medium) -> StudyTask {
        StudyTask(
            id: id(number), title: title, notes: "", kind: .flexible, start: nil, end: nil, minutes: 90, earliest: nil,
            deadline: at("2026-11-27 17:00"), priority: priority, after: [], recurrence: nil, course: course, event: nil,
            spaced: nil, done: false, minutesDone: 0, createdAt: at("2026-11-20 12:00"), editedAt: nil, rev: 1)
    }

    static var training: StudyTask {
        var task = task(3, "Training", .high)
        (task.kind, task.minutes, task.deadline, task.course) = (.fixed, nil, nil, nil)
        (task.start, task.end) = (at("2026-11-23 18:30"), at("2026-11-23 19:00"))
        task.recurrence = TaskRecurrence(rule: "FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20261219T075959Z")
        return task
    }

    static var tasks: [StudyTask] { [task(1, "Read chapter 4", .high), task(2, "Prove the lemma", .low), training] }

    static func block(
        _ id: String, _ kind: StudyPlan.Block.Kind, _ start: String, _ end: String, _ task: Int? = nil, _ title: String = "",
        done: Bool = false, missed: Bool = false, pinned: Bool = false
    ) -> StudyPlan.Block {
        StudyPlan.Block(
            id: id, kind: kind, start: at(start), end: at(end), task: task.map { StudySamples.id($0).description },
            course: kind == .study || kind == .class ? course : nil, title: title, pinned: pinned, done: done, missed: missed)
    }

    static var blocks: [StudyPlan.Block] {
        [
            block("a", .class, "2026-11-23 10:30", "2026-11-23 11:20", nil, "CMPT 225 LEC D100"),
            block("b", .study, "2026-11-23 16:00", "2026-11-23 16:40", 1, "Read chapter 4", done: true),
            block("c", .break, "2026-11-23 16:40", "2026-11-23 16:45"),
            block("d", .study, "2026-11-23 16:45", "2026-11-23 18:15", 2, "Prove the lemma"),
            block("e", .fixed, "2026-11-23 18:30", "2026-11-23 19:00", 3, "Training"),
            block("f", .study, "2026-11-23 23:00", "2026-11-24 00:30", 1, "Read chapter 4", pinned: true),
            block("g", .study, "2026-11-26 16:00", "2026-11-26 16:45", 1, "Read chapter 4"),
        ]
    }

    static var plan: StudyPlan {
        let reason = StudyPlan.Because(
            reason: .hours, detail: "The hours until Fri 27 Nov are full. One more hour on Tuesday would place it.")
        return StudyPlan(
            blocks: blocks, unplaced: [.init(task: id(2).description, minutes: 80, because: reason)],
            objective: [0, 80, 0, 0, 4, 900], optimal: false, bound: [0, 60, 0, 0, 0, 0])
    }

    static func clock(_ now: String = "2026-11-23 17:20", _ zone: TimeZone = vancouver) -> DueText {
        DueText(now: at(now), timeZone: zone)
    }

    static func style(_ now: String = "2026-11-23 17:20", _ zone: TimeZone = vancouver, unicode: Bool = true) -> StudyStyle {
        StudyStyle(clock: clock(now, zone), tasks: tasks, unicode: unicode)
    }
}

extension [Styled] {
    var texts: [String] { map(\.text) }
}
