import Foundation
import ICalendar

extension ParsedObject {
    /// Throws `WorkSteps.Spent`.
    func matches(_ filter: CalendarFilter, _ steps: inout WorkSteps) throws -> Bool {
        guard filter.root.isDefined, try filter.root.properties.allSatisfy({ try holds($0, in: calendar, &steps) }),
            try filter.root.components.allSatisfy({ try holds($0, &steps) })
        else { return false }
        guard let span = filter.root.time else { return true }
        // Of a component of any kind.
        return try series.contains { try holds(ComponentFilter(name: $0.kind.rawValue, time: span), for: $0, &steps) }
    }

    /// A condition on the components of the calendar.
    private func holds(_ filter: ComponentFilter, _ steps: inout WorkSteps) throws -> Bool {
        guard filter.isDefined, filter.time != nil || filter.components.contains(where: \.isTimedAlarm) else {
            return try holds(filter, in: calendar, &steps)
        }
        return try series.contains { try $0.kind.rawValue == filter.name && holds(filter, for: $0, &steps) }
    }

    private func holds(_ filter: ComponentFilter, in parent: Component, _ steps: inout WorkSteps) throws -> Bool {
        try steps.spend(1 + parent.components.count)
        let all = parent.components.lazy.filter { $0.name == filter.name }
        return try filter.isDefined ? all.contains { try fits($0, filter, &steps) } : all.isEmpty
    }

    private func holds(_ filter: ComponentFilter, for series: CalendarSeries, _ steps: inout WorkSteps) throws -> Bool {
        let fitting = try series.parts { try fits($0, filter, &steps) }
        if fitting.isEmpty { return false }
        if let time = filter.time, try !hasInstance(of: fitting, of: series, in: time, &steps) { return false }
        return try filter.components.allSatisfy { try !$0.isTimedAlarm || hasAlarm($0, of: fitting, of: series, &steps) }
    }

    /// All conditions but those on time.
    private func fits(_ component: Component, _ filter: ComponentFilter, _ steps: inout WorkSteps) throws -> Bool {
        try steps.spend(1)
        return try filter.properties.allSatisfy { try holds($0, in: component, &steps) }
            && filter.components.allSatisfy { try $0.isTimedAlarm || holds($0, in: component, &steps) }
    }

    private func holds(_ filter: PropertyFilter, in component: Component, _ steps: inout WorkSteps) throws -> Bool {
        try steps.spend(1 + component.properties.count)
        let all = component.properties.lazy.filter { $0.name == filter.name }
        guard filter.isDefined else { return all.isEmpty }
        return try all.contains { property in
            if let time = filter.time {
                try steps.spend(Self.moment)
                if moment(of: property).map(time.contains) != true { return false }
            }
            if let text = filter.text {
                try steps.spend(text.steps(for: property.value))
                if !text.holds(for: property.text) { return false }
            }
            return try filter.parameters.allSatisfy { try Self.holds($0, of: property, &steps) }
        }
    }

    private static func holds(_ filter: ParameterFilter, of property: Property, _ steps: inout WorkSteps) throws -> Bool {
        try steps.spend(1 + property.parameters.count)
        guard let values = property.parameters.first(where: { $0.name == filter.name })?.values else {
            return !filter.isDefined
        }
        guard filter.isDefined, let text = filter.text else { return filter.isDefined }
        let joined = values.joined(separator: ",")
        try steps.spend(text.steps(for: joined))
        return text.holds(for: joined)
    }

    /// The steps that it takes to find the moment of a time.
    static let moment = 50

    /// Whether an instance that one of `fitting` describes is in `span` (RFC 4791, section 9.9). True also if the rule takes too
    /// long to tell: calendar programs look at what they get.
    private func hasInstance(
        of fitting: [(override: Int?, component: Component)], of series: CalendarSeries, in span: Range<Date>,
        _ steps: inout WorkSteps
    ) throws -> Bool {
        try steps.spend(fitting.reduce(0) { $0 + 2 + 3 * $1.component.properties.count })
        if series.kind == .todo, let master = series.master, !master.hasDates {
            return fitting.contains { undated($0.component, isIn: span) }
        }
        // The rules for a VTODO include both ends.
        let wide = series.kind == .todo ? span.widened(by: 1) : span
        let forms = Dictionary(fitting.map { ($0.override, TimeForm(of: $0.component)) }) { first, _ in first }
        return try series.has(meeting: wide, &steps) { forms[$0.override]?.holds($0, in: span) ?? false }
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
    private func hasAlarm(
        _ filter: ComponentFilter, of fitting: [(override: Int?, component: Component)], of series: CalendarSeries,
        _ steps: inout WorkSteps
    ) throws -> Bool {
        guard let span = filter.time else { return false }
        return try fitting.contains { part in
            try part.component.components.contains { alarm in
                guard alarm.name == filter.name, try fits(alarm, filter, &steps) else { return false }
                return try rings(alarm, of: part.override, of: series, in: span, &steps)
            }
        }
    }

    /// - Parameter override: whose alarm it is; nil: the master's.
    private func rings(
        _ alarm: Component, of override: Int?, of series: CalendarSeries, in span: Range<Date>, _ steps: inout WorkSteps
    ) throws -> Bool {
        guard let trigger = AlarmTrigger(alarm) else { return false }
        try steps.spend(Self.moment + trigger.offsets.count)
        let bases = trigger.bases(ringingIn: span)
        if case .at(let date) = trigger.base { return bases.contains(date) }
        guard let hull = bases.hull else { return false }
        return try series.has(meeting: hull.widened(by: 1), &steps) { instance in
            instance.override == override && bases.contains(trigger.base == .end ? instance.end : instance.start)
        }
    }
}

extension CalendarSeries {
    /// The components that fit, with the indices of overrides; nil: the master.
    fileprivate func parts(where fits: (Component) throws -> Bool) rethrows -> [(override: Int?, component: Component)] {
        let all = (master.map { [(nil, $0)] } ?? []) + overrides.enumerated().map { (Optional($0.offset), $0.element) }
        return try all.filter { try fits($0.1) }
    }
}

extension ComponentFilter {
    fileprivate var isTimedAlarm: Bool { isDefined && name == "VALARM" && time != nil }
}

extension CalendarSeries {
    var components: [Component] { (master.map { [$0] } ?? []) + overrides }

    /// Whether an instance that meets `span` is wanted; true also if the rule takes too long to tell. Throws `WorkSteps.Spent`.
    fileprivate func has(
        meeting span: Range<Date>, _ steps: inout WorkSteps, where isWanted: (CalendarInstance) -> Bool
    ) throws -> Bool {
        let found = instances(meeting: span, limit: 1, costLimit: steps.left, where: isWanted)
        try steps.spend(found.cost)
        return !found.instances.isEmpty || !found.isComplete
    }
}

extension Component {
    /// Whether a VTODO has a place in time.
    fileprivate var hasDates: Bool { properties.contains { $0.name == "DTSTART" || $0.name == "DUE" } }
}

/// Which row of the tables of RFC 4791, section 9.9, says whether an instance of a component is in a time.
private enum TimeForm {
    case event, startAndDuration, startAndDue, due, start

    init(of component: Component) {
        guard component.name == "VTODO" else {
            self = .event
            return
        }
        let (hasStart, hasDue) = (component["DTSTART"] != nil, component["DUE"] != nil)
        if hasStart, component["DURATION"] != nil {
            self = .startAndDuration
        } else if hasDue {
            self = hasStart ? .startAndDue : .due
        } else {
            self = .start
        }
    }

    /// Whether the time of an instance that meets or touches `span` matches.
    func holds(_ instance: CalendarInstance, in span: Range<Date>) -> Bool {
        let (start, end, lower, upper) = (instance.start, instance.end, span.lowerBound, span.upperBound)
        return switch self {
        case .event: lower <= start && start < upper || lower < end && start < upper
        case .startAndDuration: lower <= end && (upper > start || upper >= end)
        case .startAndDue: (lower < end || lower <= start) && (upper > start || upper >= end)
        case .due: lower < end && upper >= end
        case .start: lower <= start && upper > start
        }
    }
}

extension Range<Date> {
    fileprivate func widened(by seconds: TimeInterval) -> Range { lowerBound - seconds..<upperBound + seconds }
}
