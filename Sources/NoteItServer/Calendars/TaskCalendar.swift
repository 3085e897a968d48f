import Foundation
import ICalendar
import NoteItCore

/// The calendar `tasks`: a VTODO for each task.
struct TaskCalendar {
    /// The zone of the wall clock on which fixed tasks repeat.
    private let zone: TimeZone
    private let uids: [String: String]
    private let alarms: StudyAlarms

    /// - Parameter objects: the rows of the calendar, which know the UIDs of tasks that a program made.
    init(zone: TimeZone, objects: [CalendarObject], _ alarms: StudyAlarms = .none) {
        (self.zone, self.alarms) = (zone, alarms)
        uids = Dictionary(objects.map { ($0.item, $0.uid) }) { first, _ in first }
    }

    init(_ inputs: CalendarInputs) {
        self.init(zone: inputs.zone, objects: inputs.objects[.tasks] ?? [], StudyAlarms(inputs.alerts))
    }

    func item(_ task: StudyTask) -> DerivedItem {
        var component = Component("VTODO", properties: [Property("SUMMARY", text: task.title)])
        if !task.notes.isEmpty { component.properties.append(Property("DESCRIPTION", text: task.notes)) }
        component.properties +=
            times(of: task) + [
                Property("PRIORITY", value: "\(task.priority.number)"), Property("STATUS", value: Self.status(of: task)),
            ]
        if let minutes = task.minutes {
            let percent = task.done ? 100 : min(99, task.minutesDone * 100 / max(1, minutes))
            // Work that is done anew is never in part done.
            if task.every == nil || task.done { component.properties.append(Property("PERCENT-COMPLETE", value: "\(percent)")) }
            component.properties.append(Property("ESTIMATED-DURATION", value: "PT\(minutes)M"))
        }
        component.properties += task.after.map { id in
            // RFC 9253, section 5: this task depends on the other.
            Property(
                "RELATED-TO", parameters: [.init("RELTYPE", ["DEPENDS-ON"])],
                text: uids[id.description] ?? "\(id)@noteit")
        }
        if task.kind == .fixed, !task.done { component = alarms.ringing(component, atEnd: false) }
        let span = Self.span(of: task)
        var item = DerivedItem(
            .tasks, task.id.description, component, zones: task.recurrence == nil ? [] : zone.names,
            firstStart: span.start, lastEnd: span.end, course: task.course,
            trace: CalendarTrace(event(task), title: task.title))
        item.calendarOnly = task.calendarOnly ?? []
        return item
    }

    /// A task as an event, for feeds: most programs ignore a VTODO there. Nil for a task without a time.
    func event(_ task: StudyTask) -> Component? {
        var component = Component("VEVENT")
        if task.kind == .fixed {
            component.properties = times(of: task).map { property in
                property.name == "DUE" ? Property("DTEND", parameters: property.parameters, value: property.value) : property
            }
        } else if let deadline = task.deadline {
            component.properties = Self.work(until: deadline, in: zone) + [Property("TRANSP", value: "TRANSPARENT")]
        } else {
            return nil
        }
        component.properties.append(Property("SUMMARY", text: task.done ? "Done: \(task.title)" : task.title))
        if !task.notes.isEmpty { component.properties.append(Property("DESCRIPTION", text: task.notes)) }
        if task.kind == .fixed, !task.done { component = alarms.ringing(component, atEnd: false) }
        return component
    }

    /// Half an hour that ends then. The last minute of a day means the whole day, as for due dates.
    private static func work(until deadline: Date, in zone: TimeZone) -> [Property] {
        if let day = deadline.wholeDay(in: zone), let date = day.civil, let next = day.adding(days: 1).civil {
            return [Property("DTSTART", .date(date)), Property("DTEND", .date(next))]
        }
        return [Property("DTSTART", CalendarTime(deadline - DueCalendar.length)), Property("DTEND", CalendarTime(deadline))]
    }

    private func times(of task: StudyTask) -> [Property] {
        guard task.kind == .fixed else {
            return [
                Self.earliest(of: task).map { Property("DTSTART", CalendarTime($0)) },
                task.deadline.map { Property("DUE", CalendarTime($0)) },
            ].compactMap(\.self)
        }
        // A rule repeats the wall-clock time of its start; a single time needs no zone.
        let zone = task.recurrence == nil ? nil : zone
        var properties = [
            task.start.map { Property("DTSTART", $0, in: zone) }, task.end.map { Property("DUE", $0, in: zone) },
        ].compactMap(\.self)
        if let recurrence = task.recurrence {
            properties.append(Property("RRULE", value: rule(recurrence.rule)))
            properties += recurrence.exceptions.sorted().map { Property("EXDATE", $0, in: zone) }
        }
        return properties
    }

    /// The rule in its canonical form, with UNTIL in UTC, as a start with a zone demands (section 3.3.10).
    private func rule(_ text: String) -> String {
        guard let rule = try? RecurrenceRule(text) else { return text }
        guard case .until(let end) = rule.end else { return rule.description }
        let last: Date
        switch end {
        case .date(let date):
            last = CalendarTime.floating(LocalDateTime(date, secondOfDay: 86_399) ?? end.local).moment(in: Zone(zone))
        case .floating, .zoned: last = end.moment(in: Zone(zone))
        }
        return rule.description.replacing("UNTIL=\(end)", with: "UNTIL=\(CalendarTime(last))")
    }

    private static func status(of task: StudyTask) -> String {
        if task.done { return "COMPLETED" }
        return task.minutesDone > 0 ? "IN-PROCESS" : "NEEDS-ACTION"
    }

    /// When a task may begin; nil if its deadline, which follows an event, has moved before that: a VTODO must not start after
    /// its due date.
    private static func earliest(of task: StudyTask) -> Date? {
        guard let earliest = task.earliest, let deadline = task.deadline else { return task.earliest }
        return earliest < deadline ? earliest : nil
    }

    /// A series has no end here: to find that of a rule with COUNT would take too long.
    private static func span(of task: StudyTask) -> (start: Date?, end: Date?) {
        if task.calendarOnly?.contains(.repetition) ?? false { return (nil, nil) }
        guard task.kind == .fixed else {
            return (earliest(of: task) ?? task.deadline, task.deadline ?? earliest(of: task))
        }
        return (task.start, task.recurrence == nil ? task.end : nil)
    }
}

extension StudyTask.Priority {
    /// PRIORITY (RFC 5545, section 3.8.1.9).
    var number: Int {
        switch self {
        case .high: 1
        case .medium: 5
        case .low: 9
        }
    }

    /// - Parameter number: a PRIORITY; 0 means that it is undefined.
    init(number: Int) {
        self =
            switch number {
            case 1...4: .high
            case 6...9: .low
            default: .medium
            }
    }
}

extension CalendarInputs {
    /// UTC for someone who never set a zone.
    var zone: TimeZone { timeZone.flatMap(TimeZone.init(identifier:)) ?? .gmt }
}
