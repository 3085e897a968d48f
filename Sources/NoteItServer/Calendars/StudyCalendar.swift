import Foundation
import ICalendar
import NoteItCore

/// The calendar `study`: the blocks of the study timetable, without breaks and missed ones.
struct StudyCalendar {
    /// The categories that the server sets and removes. Others are the program's.
    static let (pinned, done) = ("PINNED", "DONE")

    private let names: PlanNames
    private let alarms: StudyAlarms

    /// - Parameter tasks: the tasks that blocks name.
    init(_ tasks: [StudyTask], _ alarms: StudyAlarms = .none) { (names, self.alarms) = (PlanNames(tasks), alarms) }

    /// The item of a study block; nil for a break and a missed block.
    func item(_ block: StudyPlan.Block) -> DerivedItem? {
        guard block.kind == .study, !block.missed else { return nil }
        let block = names.naming(block)
        let course = block.course.map { " (\($0.code))" } ?? ""
        var component = Component(
            "VEVENT",
            properties: [
                Property("DTSTART", CalendarTime(block.start)), Property("DTEND", CalendarTime(block.end)),
                Property("SUMMARY", text: "Study: \(block.title)\(course)"),
            ])
        let marks = (block.pinned ? [Self.pinned] : []) + (block.done ? [Self.done] : [])
        if !marks.isEmpty { component.properties.append(Property("CATEGORIES", value: marks.joined(separator: ","))) }
        if !block.done { component = alarms.ringing(component, atEnd: true) }
        return DerivedItem(
            .study, block.id, component, firstStart: block.start, lastEnd: block.end, course: block.course,
            trace: CalendarTrace(component, title: component.text("SUMMARY") ?? ""))
    }
}
