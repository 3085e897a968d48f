import Foundation
import ICalendar

extension ParsedObject {
    /// The instances of a series that one condition may look at.
    private static let mostInstances = 10_000

    func matches(_ filter: CalendarFilter) -> Bool {
        filter.root.isDefined && filter.root.properties.allSatisfy { holds($0, in: calendar) }
            && filter.root.components.allSatisfy(holds) && (filter.root.time.map(hasInstance) ?? true)
    }

    /// Whether a component of any kind has an instance in `span`.
    private func hasInstance(in span: Range<Date>) -> Bool {
        series.contains { holds(ComponentFilter(name: $0.kind.rawValue, time: span), for: $0) }
    }

    /// A condition on the components of the calendar.
    private func holds(_ filter: ComponentFilter) -> Bool {
        guard filter.isDefined, filter.time != nil || filter.components.contains(where: \.isTimedAlarm) else {
            return holds(filter, in: calendar)
        }
        return series.contains { $0.kind.rawValue == filter.name && holds(filter, for: $0) }
    }

    private func holds(_ filter: ComponentFilter, in parent: Component) -> Bool {
        let all = parent.components.lazy.filter { $0.name == filter.name }
        return filter.isDefined ? all.contains { fits($0, filter) } : all.isEmpty
    }

    private func holds(_ filter: ComponentFilter, for series: CalendarSeries) -> Bool {
        let fitting = series.components.filter { fits($0, filter) }
        if fitting.isEmpty { return false }
        if let time = filter.time, !hasInstance(of: fitting, of: series, in: time) { return false }
        return filter.components.lazy.filter(\.isTimedAlarm).allSatisfy { hasAlarm($0, of: fitting, of: series) }
    }

    /// All conditions but those on time.
    private func fits(_ component: Component, _ filter: ComponentFilter) -> Bool {
        filter.properties.allSatisfy { holds($0, in: component) }
            && filter.components.allSatisfy { $0.isTimedAlarm || holds($0, in: component) }
    }

    private func holds(_ filter: PropertyFilter, in component: Component) -> Bool {
        let all = component.all(filter.name)
        guard filter.isDefined else { return all.isEmpty }
        return all.contains { property in
            if let time = filter.time, moment(of: property).map(time.contains) != true { return false }
            if let text = filter.text, !text.holds(for: property.text) { return false }
            return filter.parameters.allSatisfy { Self.holds($0, of: property) }
        }
    }

    private static func holds(_ filter: ParameterFilter, of property: Property) -> Bool {
        guard let values = property.parameters.first(where: { $0.name == filter.name })?.values else {
            return !filter.isDefined
        }
        return filter.isDefined && filter.text?.holds(for: values.joined(separator: ",")) ?? true
    }

    /// Whether an instance that one of `fitting` describes is in `span` (RFC 4791, section 9.9). True also if that takes too long
    /// to tell: calendar programs look at what they get.
    private func hasInstance(of fitting: [Component], of series: CalendarSeries, in span: Range<Date>) -> Bool {
        if series.kind == .todo, let master = series.master, !master.hasDates {
            return fitting.contains { undated($0, isIn: span) }
        }
        // The rules for a VTODO include both ends.
        let wide = series.kind == .todo ? span.widened(by: 1) : span
        let limit = fitting.count == series.components.count ? 16 : Self.mostInstances
        let found = series.instances(meeting: wide, limit: limit)
        return found.instances.contains { $0.isIn(span, series.kind) && fitting.contains($0.component) } || !found.isComplete
    }

    /// A VTODO without DTSTART and DUE (the last four rows of the table in section 9.9).
    private func undated(_ component: Component, isIn span: Range<Date>) -> Bool {
        let completed = component["COMPLETED"].flatMap(moment)
        let created = component["CREATED"].flatMap(moment)
        let (start, end) = (span.lowerBound, span.upperBound)
        switch (completed, created) {
        case (let completed?, let created?):
            return (start <= created || start <= completed) && (end >= created || end >= completed)
        case (let completed?, nil): return start <= completed && end >= completed
        case (nil, let created?): return end > created
        case (nil, nil): return true
        }
    }

    /// Whether an alarm rings in the filter's time.
    private func hasAlarm(_ filter: ComponentFilter, of fitting: [Component], of series: CalendarSeries) -> Bool {
        guard let span = filter.time else { return false }
        return fitting.contains { component in
            let alarms = component.components.filter { $0.name == filter.name && fits($0, filter) }
            return alarms.contains { rings($0, of: component, of: series, in: span) }
        }
    }

    private func rings(_ alarm: Component, of component: Component, of series: CalendarSeries, in span: Range<Date>) -> Bool {
        guard let trigger = AlarmTrigger(alarm) else { return false }
        switch trigger.base {
        case .at(let date): return trigger.offsets.contains { span.contains(date + $0) }
        case .start, .end:
            guard let first = trigger.offsets.min(), let last = trigger.offsets.max() else { return false }
            let wide = (span.lowerBound - last..<span.upperBound - first).widened(by: 1)
            // Most are found among the first.
            for limit in [64, Self.mostInstances] {
                let found = series.instances(meeting: wide, limit: limit)
                let isFound = found.instances.contains { instance in
                    let base = trigger.base == .end ? instance.end : instance.start
                    return instance.component == component && trigger.offsets.contains { span.contains(base + $0) }
                }
                if isFound || found.isComplete { return isFound }
            }
            return true
        }
    }
}

extension ComponentFilter {
    fileprivate var isTimedAlarm: Bool { isDefined && name == "VALARM" && time != nil }
}

extension CalendarSeries {
    /// The master and the overrides.
    var components: [Component] { (master.map { [$0] } ?? []) + overrides }
}

extension Component {
    /// Whether a VTODO has a place in time.
    fileprivate var hasDates: Bool { properties.contains { $0.name == "DTSTART" || $0.name == "DUE" } }
}

extension CalendarInstance {
    /// Of an instance that meets or touches `span`, whether it is in it by the tables of RFC 4791, section 9.9.
    func isIn(_ span: Range<Date>, _ kind: CalendarSeries.Kind) -> Bool {
        let (lower, upper) = (span.lowerBound, span.upperBound)
        if kind != .todo { return lower <= start && start < upper || lower < end && start < upper }
        let (hasStart, hasDue) = (component["DTSTART"] != nil, component["DUE"] != nil)
        if hasStart, component["DURATION"] != nil { return lower <= end && (upper > start || upper >= end) }
        if hasStart, hasDue { return (lower < end || lower <= start) && (upper > start || upper >= end) }
        if hasDue { return lower < end && upper >= end }
        return lower <= start && upper > start
    }
}

extension Range<Date> {
    fileprivate func widened(by seconds: TimeInterval) -> Range { lowerBound - seconds..<upperBound + seconds }
}
