import Foundation
import ICalendar
import NoteItCore

/// The filter of a `calendar-query` (RFC 4791, section 9.7): all of its conditions hold for an object that matches.
struct CalendarFilter: Hashable, Sendable {
    /// The condition on the VCALENDAR.
    var root: ComponentFilter

    /// The most conditions of one filter.
    static let most = 100
}

struct ComponentFilter: Hashable, Sendable {
    /// The name in upper case.
    var name: String
    /// False: there is no such component, and the rest does not matter.
    var isDefined = true
    /// The time that the component meets; for the VCALENDAR, the time that any of its components meets.
    var time: Range<Date>?
    var properties: [PropertyFilter] = []
    var components: [ComponentFilter] = []
}

struct PropertyFilter: Hashable, Sendable {
    /// The name in upper case.
    var name: String
    var isDefined = true
    var time: Range<Date>?
    var text: TextMatch?
    var parameters: [ParameterFilter] = []
}

struct ParameterFilter: Hashable, Sendable {
    /// The name in upper case.
    var name: String
    var isDefined = true
    var text: TextMatch?
}

extension CalendarFilter {
    /// The kinds of component that are an object of a calendar.
    private static let kinds: Set = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY"]

    /// Whether a calendar whose objects are made of these components can have no object that matches.
    func excludesAll(of components: [CalendarCollection.Component]) -> Bool {
        components.allSatisfy { excludesAll(of: $0.rawValue) }
    }

    private func excludesAll(of kind: String) -> Bool {
        if root.name != "VCALENDAR" || !root.isDefined { return true }
        return root.components.contains { filter in
            Self.kinds.contains(filter.name) && filter.isDefined != (filter.name == kind)
        }
    }

    /// Whether every object that is made of one of these components matches.
    func includesAll(of components: [CalendarCollection.Component]) -> Bool {
        components.allSatisfy { includesAll(of: $0.rawValue) }
    }

    private func includesAll(of kind: String) -> Bool {
        root.name == "VCALENDAR" && root.isDefined && root.time == nil && root.properties.isEmpty
            && root.components.allSatisfy { $0 == ComponentFilter(name: kind) }
    }

    /// The time in which a matching object has an instance; nil: the filter does not say.
    var span: Range<Date>? {
        root.time ?? root.components.lazy.filter(\.isDefined).compactMap(\.time).first
    }
}

extension CalendarFilter {
    /// Throws `DAVFailure` with `valid-filter`, `supported-filter` or `supported-collation`.
    /// - Parameter element: `CALDAV:filter`.
    init(_ element: DAVElement) throws {
        let filters = element.children.filter { $0.name == .caldav("comp-filter") }
        guard filters.count == 1, let root = filters.first else {
            throw DAVFailure.valid("A filter has one comp-filter, of VCALENDAR.", filter: element)
        }
        var left = Self.most
        self.root = try ComponentFilter(root, &left)
        guard self.root.name == "VCALENDAR" else {
            throw DAVFailure.valid("The outer comp-filter is of VCALENDAR.", filter: root)
        }
    }
}

extension ComponentFilter {
    /// The components of which a time-range can be asked. Programs send one of the VCALENDAR too, against section 9.7.1.
    private static let timed: Set = ["VCALENDAR", "VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VALARM"]

    fileprivate init(_ element: DAVElement, _ left: inout Int) throws {
        name = try element.filterName(&left)
        for child in element.children {
            switch child.name {
            case .caldav("is-not-defined"): isDefined = false
            case .caldav("time-range"):
                guard Self.timed.contains(name) else { throw DAVFailure.unsupported(filter: child) }
                time = try child.timeRange()
            case .caldav("prop-filter"): properties.append(try PropertyFilter(child, &left))
            case .caldav("comp-filter"): components.append(try ComponentFilter(child, &left))
            default: throw DAVFailure.unsupported(filter: child)
            }
        }
    }
}

extension PropertyFilter {
    /// The properties that hold one moment.
    private static let timed: Set = [
        "COMPLETED", "CREATED", "DTEND", "DTSTAMP", "DTSTART", "DUE", "LAST-MODIFIED", "RECURRENCE-ID",
    ]

    fileprivate init(_ element: DAVElement, _ left: inout Int) throws {
        name = try element.filterName(&left)
        for child in element.children {
            switch child.name {
            case .caldav("is-not-defined"): isDefined = false
            case .caldav("time-range"):
                guard Self.timed.contains(name) else { throw DAVFailure.unsupported(filter: child) }
                time = try child.timeRange()
            case .caldav("text-match"): text = try TextMatch(child)
            case .caldav("param-filter"): parameters.append(try ParameterFilter(child, &left))
            default: throw DAVFailure.unsupported(filter: child)
            }
        }
    }
}

extension ParameterFilter {
    fileprivate init(_ element: DAVElement, _ left: inout Int) throws {
        name = try element.filterName(&left)
        for child in element.children {
            switch child.name {
            case .caldav("is-not-defined"): isDefined = false
            case .caldav("text-match"): text = try TextMatch(child)
            default: throw DAVFailure.unsupported(filter: child)
            }
        }
    }
}

extension TextMatch {
    fileprivate init(_ element: DAVElement) throws {
        let name = element.attributes["collation"] ?? "default"
        guard let collation = name == "default" ? .asciiCasemap : Collation(rawValue: name) else {
            throw DAVFailure(
                .forbidden, .caldav("supported-collation"),
                "The server does not know the collation \"\(name.prefix(40))\". Use i;ascii-casemap, i;octet or i;unicode-casemap."
            )
        }
        let negation = element.attributes["negate-condition"] ?? "no"
        guard ["yes", "no"].contains(negation) else {
            throw DAVFailure.valid("negate-condition is yes or no.", filter: element)
        }
        self.init(element.text, collation: collation, isNegated: negation == "yes")
    }
}

extension DAVElement {
    /// The name of what a filter is about. Counts the filter.
    fileprivate func filterName(_ left: inout Int) throws -> String {
        left -= 1
        if left < 0 { throw DAVFailure.valid("A filter has at most \(CalendarFilter.most) conditions.") }
        guard let name = attributes["name"], !name.isEmpty else {
            throw DAVFailure.valid("\(self.name.local) has a name.", filter: DAVElement(self.name))
        }
        return name.uppercased()
    }

    /// The `start` and `end` of a `time-range`, `expand` and the like; one may be missing. Throws `DAVFailure` with `valid-filter`.
    func timeRange() throws -> Range<Date> {
        let (start, end) = try (moment("start"), moment("end"))
        guard start != nil || end != nil, (start ?? .distantPast) < (end ?? .endOfTimes) else {
            throw DAVFailure.valid("\(name.local) has a start, an end after it, or both.", filter: self)
        }
        return (start ?? .distantPast)..<(end ?? .endOfTimes)
    }

    private func moment(_ attribute: String) throws -> Date? {
        guard let text = attributes[attribute] else { return nil }
        guard text.hasSuffix("Z"), let time = CalendarTime(text) else {
            throw DAVFailure.valid("\(attribute) is a time in UTC, such as 20261122T170000Z.", filter: self)
        }
        return time.moment(in: .utc)
    }
}
