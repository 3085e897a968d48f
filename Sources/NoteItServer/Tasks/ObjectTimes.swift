import Foundation
import ICalendar
import NoteItCore

/// When the events of one object of a personal calendar or an import take place.
struct ObjectTimes: Sendable {
    private let object: CalendarObject
    /// The zone of days and floating times.
    private let reader: TimeZone

    init(_ object: CalendarObject, reader: TimeZone) { (self.object, self.reader) = (object, reader) }

    var item: String { object.item }

    /// The instances that meet `span`, without cancelled ones. None for an object that cannot be understood. Throws
    /// `WorkSteps.Spent`.
    func instances(meeting span: Range<Date>, limit: Int, _ steps: inout WorkSteps) throws -> CalendarInstances {
        var all = CalendarInstances()
        let difference = CalendarObjectQuery.zoneDifference
        if let first = object.firstStart, first - difference >= span.upperBound { return all }
        if let last = object.lastEnd, last + difference < span.lowerBound { return all }
        guard let data = object.data else { return all }
        try steps.spend(bytes: data.count)
        for calendar in (try? Component.calendars(in: data, limits: .imported)) ?? [] {
            let zones = try ZoneTable(calendar, &steps)
            let found = CalendarSeries.readable(in: calendar, zones: zones, reader: Zone(reader)).series
            for series in found where series.kind == .event {
                let found = series.instances(
                    meeting: span, limit: max(0, limit - all.instances.count), costLimit: steps.left)
                try steps.spend(found.cost)
                all.instances += found.instances.filter { !$0.isCancelled }
                if !found.isComplete { all.isComplete = false }
            }
        }
        return all
    }

    /// The times within `span` in which the person is busy, by start.
    func busy(meeting span: Range<Date>, _ budget: inout TaskSeries.Budget) -> [(time: Range<Date>, title: String)] {
        guard let found = try? instances(meeting: span, limit: max(0, budget.occurrences), &budget.objects) else {
            budget.spend(0, isComplete: false)
            return []
        }
        budget.spend(found.instances.count, isComplete: found.isComplete)
        return found.instances.filter { !$0.isFree && $0.start < $0.end && ($0.start..<$0.end).overlaps(span) }
            .map { ($0.start..<$0.end, $0.component.shownTitle) }
            .sorted { ($0.time.lowerBound, $0.time.upperBound) < ($1.time.lowerBound, $1.time.upperBound) }
    }
}

extension Component {
    /// The title of an event for people; one without a title is `Busy`.
    var shownTitle: String {
        let text = (text("SUMMARY") ?? "").trimmed
        return text.isEmpty ? "Busy" : text.prefix(codePoints: 200)
    }
}
