import Foundation
import ICalendar
import NoteItCore
import Synchronization

/// Puts whole calendars together: components, what they are known by, and the zones that they name.
final class CalendarAssembler: Sendable {
    private struct ZoneKey: Hashable {
        var name: String
        /// The years of the first and the last transition.
        var from, to: Int
    }

    /// A zone's transitions take longer to find than all else of an object takes to write.
    private let zones = Mutex<[ZoneKey: Component]>([:])
    private static let mostZones = 1_000
    /// A zone of a series without end, in years after its start.
    private static let horizon = 10

    /// - Parameter name: nil in an object of a calendar collection.
    func calendar(
        _ components: [Component], zones names: [String: (from: Date, to: Date)], name: String? = nil,
        properties: [Property] = []
    ) -> Component {
        var calendar = Component.calendar()
        if let name {
            calendar.properties += [Property("NAME", text: name), Property("X-WR-CALNAME", text: name)]
        }
        calendar.properties += properties
        calendar.components = names.sorted { $0.key < $1.key }.compactMap { zone($0.key, from: $0.value.from, to: $0.value.to) }
        calendar.components += components
        return calendar
    }

    /// An item as one object: its component, the object's name, times and count, and its zones.
    func object(_ item: DerivedItem, as object: CalendarObject) -> Component {
        calendar([item.component.known(as: object)], zones: Self.spans(of: [item]))
    }

    /// A VTIMEZONE that covers the years of a span; nil for a zone that is not of the IANA database.
    func zone(_ name: String, from: Date, to: Date) -> Component? {
        guard let zone = TimeZone(identifier: name) else { return nil }
        let key = ZoneKey(name: name, from: Day(from, in: .gmt).year - 1, to: Day(to, in: .gmt).year + 1)
        if let known = zones.withLock({ $0[key] }) { return known }
        let made = Component.timeZone(zone, from: Self.start(of: key.from), to: Self.start(of: key.to + 1))
        zones.withLock { zones in
            if zones.count >= Self.mostZones { zones = [:] }
            zones[key] = made
        }
        return made
    }

    /// The spans in which items name zones.
    static func spans(of items: [DerivedItem]) -> [String: (from: Date, to: Date)] {
        var spans: [String: (from: Date, to: Date)] = [:]
        for item in items {
            let from = item.row.firstStart ?? item.row.lastEnd ?? Date(timeIntervalSince1970: 0)
            let to = item.row.lastEnd ?? from + Double(horizon) * 366 * 86_400
            for name in item.zones {
                let known = spans[name] ?? (from, to)
                spans[name] = (min(known.from, from), max(known.to, to))
            }
        }
        return spans
    }

    private static func start(of year: Int) -> Date {
        CivilDate(year: min(max(year, 1), 9_999), month: 1, day: 1).map { CalendarTime.date($0).moment(in: .utc) }
            ?? .distantPast
    }
}

extension Component {
    /// A VCALENDAR.
    /// - Parameter part: of NoteIt, which makes it.
    static func calendar(of part: String = "NoteIt", _ components: [Component] = []) -> Component {
        Component(
            "VCALENDAR",
            properties: [Property("VERSION", value: "2.0"), Property("PRODID", value: "-//NoteIt//\(part)//EN")],
            components: components)
    }

    /// The component with the UID, the times and the count of an object. DTSTAMP is LAST-MODIFIED, so that an unchanged object
    /// has unchanged bytes (RFC 5545, section 3.8.7.2, allows it).
    func known(as object: CalendarObject) -> Component {
        var component = self
        component.properties.insert(
            contentsOf: [
                Property("UID", text: object.uid), Property("DTSTAMP", CalendarTime(object.modifiedAt)),
                Property("CREATED", CalendarTime(object.createdAt)), Property("LAST-MODIFIED", CalendarTime(object.modifiedAt)),
                Property("SEQUENCE", value: "\(object.sequence)"),
            ], at: 0)
        component.complete(at: object.modifiedAt)
        return component
    }

    /// Says when a done VTODO was completed, unless it says so already.
    mutating func complete(at moment: Date) {
        guard name == "VTODO", self["STATUS"]?.value == "COMPLETED", self["COMPLETED"] == nil else { return }
        properties.append(Property("COMPLETED", CalendarTime(moment)))
    }
}
