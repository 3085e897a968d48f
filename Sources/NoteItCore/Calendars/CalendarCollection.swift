import Foundation

/// One of a person's calendars, as calendar programs see them (RFC 4791: a calendar collection).
public struct CalendarCollection: Equatable, Sendable, Identifiable {
    public enum Kind: Equatable, Sendable {
        /// Made from what the person may see.
        case derived(Derived)
        /// The person's own: `personal`, and those that they made.
        case personal
        case imported(CalendarImport.ID)
    }

    /// The server makes their objects (`DerivedCalendars`). A new one is also reserved in `schema.sql`, table `calendar`.
    public enum Derived: String, Sendable, CaseIterable {
        case classes, due, study, tasks

        var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
    }

    /// A kind of component that an object is made of.
    public enum Component: String, Codable, Sendable, CaseIterable {
        case event = "VEVENT"
        case todo = "VTODO"
        case journal = "VJOURNAL"
    }

    /// The last part of its path: `classes`, `personal`, `import-...`, or the name that MKCALENDAR gave.
    public var id: String
    public var kind: Kind
    /// The components that its objects can have, in the order of `Component`.
    public var components: [Component]
    /// The name that the person or their program gave it; nil for the standard name.
    public var displayName: String?
    /// Other properties that programs set (PROPPATCH), such as colour and order: XML elements by `{namespace}name`.
    public var properties: [String: String]
    /// The offset of the newest change of its objects or properties. Every program's position has at least this offset once it
    /// knows all of them.
    public var changed: Int64

    /// - Parameter components: nil: VTODO for tasks, else VEVENT.
    public init(
        id: String, kind: Kind, components: [Component]? = nil, displayName: String?, properties: [String: String],
        changed: Int64
    ) {
        self.id = id
        self.kind = kind
        self.components = components ?? [kind == .derived(.tasks) ? .todo : .event]
        self.displayName = displayName
        self.properties = properties
        self.changed = changed
    }

    /// The id of the personal calendar that everyone has.
    public static let personal = "personal"
    /// The most that one person may make.
    public static let most = 50
    /// The most bytes that the objects of all personal calendars of one person may have.
    public static let mostBytes = 64 << 20
    /// The most properties that programs may keep on a calendar, and the most bytes of one.
    public static let mostProperties = 50
    public static let mostPropertyBytes = 10_000
    /// The most characters that the properties of all calendars of one person may have, each calendar's as JSON.
    public static let mostPropertySize = 1 << 20
    public static let propertiesFull =
        "The properties of your calendars have \(mostPropertySize) characters, the most allowed. Remove some first."

    /// Says that the objects of a calendar take no time (RFC 6638, section 9.1).
    public static let transparency = "{urn:ietf:params:xml:ns:caldav}schedule-calendar-transp"

    /// Whether the objects of a calendar with these properties take no time.
    public static func isTransparent(_ properties: [String: String]) -> Bool {
        properties[transparency]?.contains("transparent") ?? false
    }

    /// The name that programs show.
    public var name: String {
        if let displayName { return displayName }
        return switch kind {
        case .derived(let derived): derived.name
        case .personal where id == Self.personal: Self.personalName
        case .personal, .imported: id
        }
    }

    /// The names of the calendars that everyone has.
    public static let standardNames = Derived.allCases.map(\.name) + [personalName]

    private static let personalName = "Personal"

    /// The form of a name in which names are compared.
    public static func nameKey(_ name: String) -> String {
        name.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCompatibilityMapping.lowercased()
    }

    /// Whether objects can be added, changed and removed.
    public var isWritable: Bool {
        switch kind {
        case .derived(let derived): derived == .study || derived == .tasks
        case .personal: true
        case .imported: false
        }
    }
}
