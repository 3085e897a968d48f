import Foundation
import ICalendar

/// What a report wants to see of an object: `CALDAV:calendar-data` (RFC 4791, section 9.6).
struct CalendarSelection: Hashable, Sendable {
    /// The wanted parts of the VCALENDAR; nil: everything.
    var component: ComponentSelection?
    /// Instances in this time instead of series.
    var expand: Range<Date>?
    /// The time whose overrides are wanted; no others are.
    var limit: Range<Date>?

    /// Whether the whole object is wanted as it is.
    var isWhole: Bool { self == CalendarSelection() }

    init() {}

    /// Throws `DAVFailure`.
    init(_ element: DAVElement) throws {
        let (type, version) = (element.attributes["content-type"], element.attributes["version"])
        guard type.map({ $0.lowercased() == "text/calendar" }) ?? true, version.map({ $0 == "2.0" }) ?? true else {
            throw DAVFailure.object("supported-calendar-data", "Objects are text/calendar, version 2.0. Ask for that.")
        }
        var left = ComponentSelection.most
        component = try element[.caldav("comp")].map { try ComponentSelection($0, depth: 0, &left) }
        expand = try element[.caldav("expand")]?.timeRange()
        limit = try element[.caldav("limit-recurrence-set")]?.timeRange()
    }
}

/// The properties and components that are wanted of a component.
struct ComponentSelection: Hashable, Sendable {
    private static let mostDepth = 10
    /// The most of one selection: each component of an object is looked up among them.
    fileprivate static let most = 100

    var name: String
    /// The wanted properties by name; true: without their value. Nil: all.
    var properties: [String: Bool]?
    /// The wanted components; nil: all.
    var components: [ComponentSelection]?

    /// - Parameter left: how many the selection may still have.
    fileprivate init(_ element: DAVElement, depth: Int, _ left: inout Int) throws {
        left -= 1
        if left < 0 { throw DAVFailure.valid("calendar-data has at most \(Self.most) comps.") }
        guard depth < Self.mostDepth, let name = element.attributes["name"] else {
            throw DAVFailure.valid("comp has a name, and stands at most \(Self.mostDepth) deep.", filter: element)
        }
        self.name = name.uppercased()
        let wanted = element.children.filter { $0.name == .caldav("prop") }
        let inner = element.children.filter { $0.name == .caldav("comp") }
        if !wanted.isEmpty, element[.caldav("allprop")] == nil {
            properties = Dictionary(
                wanted.compactMap { element in
                    element.attributes["name"].map { ($0.uppercased(), element.attributes["novalue"] == "yes") }
                }, uniquingKeysWith: { $0 && $1 })
        }
        if !(inner.isEmpty && wanted.isEmpty), element[.caldav("allcomp")] == nil {
            components = try inner.map { try ComponentSelection($0, depth: depth + 1, &left) }
        }
    }

    func applied(to component: Component) -> Component {
        var part = component
        if let properties {
            part.properties = component.properties.compactMap { property in
                guard let isEmpty = properties[property.name] else { return nil }
                var property = property
                if isEmpty { property.value = "" }
                return property
            }
        }
        if let components {
            part.components = component.components.compactMap { inner in
                components.first { $0.name == inner.name }?.applied(to: inner)
            }
        }
        return part
    }
}

/// How much one answer may still grow.
struct AnswerBudget: Sendable {
    var instances = 10_000
    var bytes = 32 << 20

    static let spent = DAVFailure.tooMany(
        "The answer would be too long. Ask for a shorter time, or for fewer objects in one request.")

    /// Throws `DAVFailure` if the answer is too long.
    mutating func spend(bytes: Int) throws {
        self.bytes -= bytes
        if self.bytes < 0 { throw Self.spent }
    }
}

extension ParsedObject {
    /// The object as it was asked for. Throws `DAVFailure` if it is too long, `WorkSteps.Spent`.
    func selected(
        _ selection: CalendarSelection, size: Int, _ budget: inout AnswerBudget, _ steps: inout WorkSteps
    ) throws -> [UInt8] {
        var part = calendar
        try steps.spend(bytes: size)
        if let span = selection.expand {
            part = try expanded(in: span, size: size, &budget, &steps)
        } else if let span = selection.limit {
            try steps.spend(3 * Self.moment * calendar.components.count)
            part = limited(to: span)
        }
        if let wanted = selection.component {
            part = wanted.name == part.name ? wanted.applied(to: part) : Component(part.name)
        }
        return Array(part.text.utf8)
    }

    /// The instances in a time as components of their own, in UTC (section 9.6.5).
    /// - Parameter size: the bytes of the object.
    private func expanded(
        in span: Range<Date>, size: Int, _ budget: inout AnswerBudget, _ steps: inout WorkSteps
    ) throws -> Component {
        var part = calendar
        part.components.removeAll { $0.name == "VTIMEZONE" || CalendarSeries.Kind(rawValue: $0.name) != nil }
        for series in series {
            let found = series.instances(meeting: span, limit: budget.instances, costLimit: steps.left)
            try steps.spend(found.cost)
            budget.instances -= found.instances.count
            guard found.isComplete, found.instances.count * size <= max(budget.bytes, size) else { throw AnswerBudget.spent }
            try steps.spend(bytes: 2 * found.instances.count * size)
            if found.instances.isEmpty, series.kind != .event {
                var cost = 0
                let whole = series.span(within: steps.left, &cost)
                try steps.spend(cost)
                if whole == nil { part.components += series.components }
            }
            part.components += found.instances.map { instance($0, of: series) }
        }
        return part
    }

    private static let recurring: Set = ["RRULE", "RDATE", "EXDATE", "EXRULE"]

    private func instance(_ instance: CalendarInstance, of series: CalendarSeries) -> Component {
        var component = instance.component
        let isMaster = component["RECURRENCE-ID"] == nil
        let repeats =
            !isMaster || !series.overrides.isEmpty || component.properties.contains { Self.recurring.contains($0.name) }
        component.properties.removeAll { Self.recurring.contains($0.name) }
        if isMaster {
            for (name, moment) in [("DTSTART", instance.start), ("DTEND", instance.end), ("DUE", instance.end)] {
                component.move(name, to: moment, days: reader, zones: zones)
            }
        }
        component.properties = component.properties.map { property in
            guard property.parameter("TZID") != nil, let moment = moment(of: property) else { return property }
            var property = property
            property.parameters.removeAll { $0.name == "TZID" }
            property.value = CalendarTime(moment).description
            return property
        }
        if isMaster, repeats {
            var id = instance.id.isZoned ? CalendarTime(instance.id.moment(in: reader)) : instance.id
            // A time on the calendar's clock stays one, as its start does.
            if let clock = zones.calendarZone, case .floating? = component["DTSTART"].flatMap({ CalendarTime($0.value) }) {
                id = .floating(CalendarTime(instance.id.moment(in: reader), in: clock).local)
            }
            component.set(Property("RECURRENCE-ID", id))
        }
        return component
    }

    /// The object without overrides that neither stand in a time nor replace an instance of it (section 9.6.6).
    private func limited(to span: Range<Date>) -> Component {
        var part = calendar
        part.components.removeAll { component in
            guard let id = component["RECURRENCE-ID"], let original = moment(of: id) else { return false }
            guard let start = component["DTSTART"].flatMap(moment) else { return false }
            let end = component["DTEND"].flatMap(moment) ?? component["DUE"].flatMap(moment) ?? start
            return !span.contains(original) && !(start < span.upperBound && end > span.lowerBound) && !span.contains(start)
        }
        return part
    }
}

extension Component {
    /// Moves a time to a moment, and keeps its form: a day, floating, or of a zone, which becomes UTC.
    /// - Parameters: `days`: the zone of days; `zones`: of the calendar.
    fileprivate mutating func move(_ name: String, to moment: Date, days: Zone, zones: ZoneTable) {
        guard let old = self[name], let form = old.time(among: zones) else { return }
        if case .date = form {
            set(Property(name, .date(CalendarTime(moment, in: days).local.date)))
        } else if case .floating? = CalendarTime(old.value), old.parameter("TZID") == nil {
            set(Property(name, .floating(CalendarTime(moment, in: zones.calendarZone ?? days).local)))
        } else {
            set(Property(name, CalendarTime(moment)))
        }
    }
}

extension CalendarTime {
    fileprivate var isZoned: Bool {
        if case .zoned = self { true } else { false }
    }
}
