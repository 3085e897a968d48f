import Foundation
import ICalendar
import NoteItCore

/// An item of a derived calendar, and the component that stands for it.
struct DerivedItem: Sendable {
    var row: DerivedObject
    /// The VEVENT or VTODO without UID, DTSTAMP, SEQUENCE, LAST-MODIFIED and CREATED.
    var component: Component
    /// The zones that the component names (TZID).
    var zones: Set<String>
    /// What the program that made it says, and the component does not.
    var calendarOnly: [StudyTask.CalendarOnly] = []

    init(row: DerivedObject, component: Component, zones: Set<String>) {
        (self.row, self.component, self.zones) = (row, component, zones)
    }

    /// Makes the row of the item, with the digest of its component.
    /// - Parameters: `firstStart`, `lastEnd`, `trace`: see `DerivedObject`.
    init(
        _ calendar: CalendarCollection.Derived, _ item: String, _ component: Component, zones: Set<String> = [],
        firstStart: Date?, lastEnd: Date?, course: Course.ID?, trace: CalendarTrace?
    ) {
        self.init(
            row: DerivedObject(
                calendar: calendar, item: item, digest: component.digest, firstStart: firstStart, lastEnd: lastEnd,
                course: course, trace: trace),
            component: component, zones: zones)
    }
}

/// An object as it is served.
struct ServedObject: Sendable {
    var object: CalendarObject
    /// The whole VCALENDAR.
    var bytes: [UInt8]
}

extension CalendarTrace {
    /// Nil for a component without a start.
    init?(_ component: Component?, title: String) {
        guard let start = component?["DTSTART"] else { return nil }
        self.init(title: title, start: start.value, zone: start.parameter("TZID"))
    }

    /// DTSTART in the item's own form: a day stays a day.
    var property: Property {
        var parameters = zone.map { [Property.Parameter("TZID", [$0])] } ?? []
        if !start.contains("T") { parameters.append(.init("VALUE", ["DATE"])) }
        return Property("DTSTART", parameters: parameters, value: start)
    }
}

extension Component {
    /// 32 hexadecimal digits of everything that the component says. It does not depend on how lines are folded.
    var digest: String { Secret.shortDigest(plain) }

    private var plain: String {
        let lines = properties.map { property in
            let parameters = property.parameters.map { "\($0.name)\u{1F}" + $0.values.joined(separator: "\u{1E}") }
            return ([property.name] + parameters + [property.value]).joined(separator: "\u{1D}")
        }
        return (["BEGIN \(name)"] + lines + components.map(\.plain) + ["END"]).joined(separator: "\n")
    }
}

extension Property {
    /// A moment on the clocks of a zone, which a rule then repeats; in UTC for a zone that is UTC, and without a zone.
    init(_ name: String, _ moment: Date, in zone: TimeZone?) {
        if let zone, !zone.isUTC {
            self.init(name, CalendarTime(moment, in: Zone(zone)), zone: zone.identifier)
        } else {
            self.init(name, CalendarTime(moment))
        }
    }
}

extension TimeZone {
    /// Whether times of this zone are written as UTC.
    var isUTC: Bool { ["GMT", "UTC", "Etc/UTC", "Etc/GMT"].contains(identifier) }

    /// The names that times of this zone need.
    var names: Set<String> { isUTC ? [] : [identifier] }
}

extension Day {
    /// The same day for ICalendar; nil outside of the years 1 to 9999.
    var civil: CivilDate? { CivilDate(year: year, month: month, day: day) }
}
