import Foundation
import ICalendar
import NoteItCore

/// Everything of a person from one day to another.
struct CalendarRange: Sendable {
    /// A calendar that the person or a source wrote.
    struct Other: Sendable {
        var calendar: CalendarCollection
        var objects: [CalendarObject]
    }

    let from, to: Day
    let inputs: CalendarInputs
    let others: [Other]
    let imports: [CalendarImport]

    /// What is not found within the steps is left out.
    func days(_ steps: inout WorkSteps) -> CalendarDays {
        let (zone, span) = (inputs.zone, Day.span(from: from, to: to, in: inputs.zone))
        var budget = TaskSeries.Budget()
        var isComplete = true
        var items = classes(span) + due(span) + blocks(span)
        do {
            for task in inputs.tasks { items += try times(of: task, span, zone, &budget, &steps) }
            for other in others {
                for object in other.objects where items.count <= CalendarDays.mostItems {
                    let limit = CalendarDays.mostItems + 1 - items.count
                    let found = try ObjectTimes(object, reader: zone).instances(meeting: span, limit: limit, &steps)
                    if !found.isComplete { isComplete = false }
                    items += found.instances.map { Self.item($0, object, other.calendar) }
                }
            }
        } catch {
            isComplete = false
        }
        items.sort(by: CalendarItem.precedes)
        if budget.isSpent || items.count > CalendarDays.mostItems { isComplete = false }
        return CalendarDays(
            from: from, to: to, timeZone: zone.ianaName, items: Array(items.prefix(CalendarDays.mostItems)),
            complete: isComplete, imports: imports)
    }

    private func classes(_ span: Range<Date>) -> [CalendarItem] {
        inputs.classes.flatMap(\.byKind).flatMap { ClassTimes($0).items(meeting: span) }
    }

    private func due(_ span: Range<Date>) -> [CalendarItem] {
        let (zones, names) = (DueCalendar.zones(of: inputs.classes), inputs.names)
        return inputs.due.compactMap { event, _ in
            CalendarItem.due(
                event, of: names.name(of: event.course), termZone: zones[event.course.term] ?? inputs.zone, zone: inputs.zone,
                on: span)
        }
    }

    private func blocks(_ span: Range<Date>) -> [CalendarItem] {
        let names = PlanNames(inputs.tasks)
        return inputs.blocks.compactMap { CalendarItem.study(names.naming($0), on: span) }
    }

    /// The occurrences of a fixed task; the deadline of a flexible one.
    private func times(
        of task: StudyTask, _ span: Range<Date>, _ zone: TimeZone, _ budget: inout TaskSeries.Budget,
        _ steps: inout WorkSteps
    ) throws -> [CalendarItem] {
        try steps.spend(1)
        let times: [Range<Date>]
        if task.kind == .fixed {
            times = TaskSeries(task, zone: zone)?.occurrences(meeting: span, &budget) ?? []
        } else {
            times = task.deadline.map { span.contains($0) ? [$0..<$0] : [] } ?? []
        }
        return times.map { CalendarItem.task(task, at: $0) }
    }

    private static func item(
        _ instance: CalendarInstance, _ object: CalendarObject, _ calendar: CalendarCollection
    ) -> CalendarItem {
        let time = instance.start..<max(instance.start, instance.end)
        let (title, place) = (instance.component.shownTitle, instance.component.text("LOCATION") ?? "")
        var item =
            if case .imported(let id) = calendar.kind {
                CalendarItem(.import, title, time, id: id.description, location: place)
            } else {
                CalendarItem(.personal, title, time, id: object.item, location: place)
            }
        (item.allDay, item.calendar) = (instance.isAllDay, calendar.id)
        return item
    }
}
