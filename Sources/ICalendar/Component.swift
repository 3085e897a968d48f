// ICalendar: calendar files, time zones and recurrence rules (RFC 5545). Text in, values out: no clock, no network, no database.
// The way of a file: `LineReader` finds lines, `CalendarReader` makes `Component`s of them, `CalendarSeries` joins those of one UID,
// and `SeriesInstances` gives the instances within a span. `RuleParser` reads a rule, `Recurrence` and `Expansion` follow it.
// `CalendarLimits` bounds what is read, and steps bound what a rule may look at, because calendars come from strangers.
// docs/recurrence.md has the choices where the RFC leaves some, docs/calendars.md what calendar programs get.

/// A component of a calendar (RFC 5545, section 3.6), such as `VEVENT`, or a whole `VCALENDAR`.
public struct Component: Hashable, Sendable {
    /// The name, such as `VEVENT`, in upper case.
    public var name: String
    /// The properties, in the order of the file.
    public var properties: [Property]
    public var components: [Component]

    public init(_ name: String, properties: [Property] = [], components: [Component] = []) {
        (self.name, self.properties, self.components) = (name.uppercased(), properties, components)
    }

    /// The first property with a name, which is given in upper case.
    public subscript(name: String) -> Property? { properties.first { $0.name == name } }

    /// All properties with a name, which is given in upper case.
    public func all(_ name: String) -> [Property] { properties.filter { $0.name == name } }

    /// The value of a TEXT property; nil if there is none.
    public func text(_ name: String) -> String? { self[name].map(\.text) }

    /// Puts a property in the place of all with its name; at the end if there is none.
    public mutating func set(_ property: Property) {
        let place = properties.firstIndex { $0.name == property.name } ?? properties.endIndex
        properties.removeAll { $0.name == property.name }
        properties.insert(property, at: min(place, properties.endIndex))
    }

    public mutating func remove(_ name: String) { properties.removeAll { $0.name == name } }
}
