/// A component of a calendar (RFC 5545, section 3.6), such as `VEVENT`, or a whole `VCALENDAR`.
public struct Component: Hashable, Sendable {
    /// In upper case.
    public var name: String
    /// In their order.
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
