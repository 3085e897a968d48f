import HTTPTypes
import Hummingbird
import NoteItCore

/// The changes of properties that PROPPATCH, MKCALENDAR and MKCOL ask for, in their order.
struct PropertyUpdate {
    enum Change {
        case set(DAVElement)
        case remove(DAVName)

        var name: DAVName {
            switch self {
            case .set(let element): element.name
            case .remove(let name): name
            }
        }
    }

    private(set) var changes: [Change] = []

    /// The most changes of one request. Each property is looked up among all of them.
    private static let most = 1_000

    init() {}

    /// Throws `DAVFailure` for more than `most` changes.
    /// - Parameter root: with `DAV:set` and `DAV:remove`. Each property takes the language of the elements around it (RFC 4918,
    ///   section 4.3).
    init(_ root: DAVElement) throws(DAVFailure) {
        for block in root.children where block.name == .dav("set") || block.name == .dav("remove") {
            for prop in block.children where prop.name == .dav("prop") {
                let languages = [prop, block, root].compactMap { $0.attributes[DAVName.language.key] }
                for var property in prop.children {
                    let own = property.attributes[DAVName.language.key]
                    property.attributes[DAVName.language.key] = own ?? languages.first
                    changes.append(block.name == .dav("set") ? .set(property) : .remove(property.name))
                }
            }
        }
        guard changes.count <= Self.most else {
            throw DAVFailure(.badRequest, nil, "A request changes at most \(Self.most) properties.")
        }
    }

    /// Reads the body of a PROPPATCH. Throws `DAVFailure` for a body that changes nothing.
    init(body request: Request, _ context: AppContext) async throws {
        guard let root = try await DAVBody.xml(of: request, context), root.name == .dav("propertyupdate") else {
            throw DAVFailure(.badRequest, nil, "The body must be a DAV:propertyupdate.")
        }
        try self.init(root)
        guard !changes.isEmpty else { throw DAVFailure(.badRequest, nil, "The body sets and removes no property.") }
    }

    /// The names, each once, in the order of the request.
    var names: [DAVName] {
        var seen: Set<DAVName> = []
        return changes.map(\.name).filter { seen.insert($0).inserted }
    }

    /// Protected properties that may be given when a calendar is made.
    private static let initial: Set<DAVName> = [.dav("resourcetype"), .caldav("supported-calendar-component-set")]

    /// What a new calendar keeps.
    var afterMaking: PropertyUpdate {
        var update = self
        update.changes.removeAll { Self.initial.contains($0.name) }
        return update
    }

    /// The last value that is set; nil if there is none.
    func value(_ name: DAVName) -> DAVElement? {
        guard case .set(let element) = changes.last(where: { $0.name == name }) else { return nil }
        return element
    }

    /// The new display name; nil: it does not change.
    var displayName: Clearable<String>? {
        switch changes.last(where: { $0.name == .dav("displayname") }) {
        case nil: nil
        case .remove: .cleared
        case .set(let element): Self.line(element.text).map { .set($0) } ?? .cleared
        }
    }

    /// The other properties as the store keeps them; nil removes one.
    var properties: [String: String?] {
        var properties: [String: String?] = [:]
        for change in changes where change.name != .dav("displayname") {
            switch change {
            case .set(let element): properties.updateValue(DAVWriter.fragment(element), forKey: element.name.key)
            case .remove(let name): properties.updateValue(nil, forKey: name.key)
            }
        }
        return properties
    }

    /// The name as one line; nil for one without text. Control characters become spaces.
    private static func line(_ text: String) -> String? {
        let line = text.withoutControls().trimmed
        return line.isEmpty ? nil : line
    }

    static let longestName = 200

    /// The changes that a calendar does not take, and with them all others (RFC 4918, section 9.2: all or none).
    /// Empty if the calendar takes all.
    /// - Parameter present: the names of the properties that it keeps.
    func refusals(present: Set<String>) -> [DAVRefusedProperty] {
        let after = properties.reduce(into: present) { keys, change in
            if change.value == nil { keys.remove(change.key) } else { keys.insert(change.key) }
        }
        let isFull = after.count > CalendarCollection.mostProperties
        return Self.completed(names) { name in
            if DAVProperties.isProtected(name) {
                return DAVRefusedProperty(
                    name: name, status: .forbidden, condition: DAVElement(.dav("cannot-modify-protected-property")),
                    detail: "The server sets this property.")
            }
            return value(name).flatMap { refusal(of: $0, isFull: isFull && !present.contains(name.key)) }
        }
    }

    /// The properties that a new calendar does not take. Empty: it takes all.
    func refusalsOfNew() -> [DAVRefusedProperty] {
        let others = afterMaking.refusals(present: []).keyed(by: \.name)
        return Self.completed(names) { name in
            if let refusal = others[name], refusal.status != .failedDependency { return refusal }
            return name == .caldav("supported-calendar-component-set") ? componentRefusal : nil
        }
    }

    private var componentRefusal: DAVRefusedProperty? {
        let name = DAVName.caldav("supported-calendar-component-set")
        guard components.isEmpty else { return nil }
        return DAVRefusedProperty(
            name: name, status: .forbidden, condition: DAVElement(.caldav("supported-calendar-component")),
            detail: "A calendar can hold VEVENT, VTODO and VJOURNAL. Ask for at least one of them.")
    }

    /// The components that a new calendar takes: those that are asked for and known, all if none is asked for.
    var components: [CalendarCollection.Component] {
        let asked = value(.caldav("supported-calendar-component-set"))?.children ?? []
        let names = asked.compactMap { $0.attributes["name"]?.uppercased() }
        return CalendarCollection.Component.allCases.filter { asked.isEmpty || names.contains($0.rawValue) }
    }

    private func refusal(of element: DAVElement, isFull: Bool) -> DAVRefusedProperty? {
        func refused(_ status: HTTPResponse.Status, _ condition: DAVName?, _ detail: String) -> DAVRefusedProperty {
            DAVRefusedProperty(name: element.name, status: status, condition: condition.map { DAVElement($0) }, detail: detail)
        }
        if element.name == .dav("displayname"), element.text.count > Self.longestName {
            return refused(.forbidden, nil, "A name has at most \(Self.longestName) characters.")
        }
        if element.name == .caldav("calendar-timezone"), !element.text.contains("BEGIN:VTIMEZONE") {
            return refused(.forbidden, .caldav("valid-calendar-data"), "The value must be a VCALENDAR with one VTIMEZONE.")
        }
        let bytes = DAVWriter.fragment(element).utf8.count + element.name.key.utf8.count
        if bytes > CalendarCollection.mostPropertyBytes {
            return refused(.insufficientStorage, nil, "A property has at most \(CalendarCollection.mostPropertyBytes) bytes.")
        }
        return isFull
            ? refused(.insufficientStorage, nil, "A calendar keeps at most \(CalendarCollection.mostProperties) properties.")
            : nil
    }

    /// The refusals of all properties, for a resource that keeps none of programs.
    var allRefused: [DAVRefusedProperty] {
        Self.completed(names) { name in
            DAVRefusedProperty(
                name: name, status: .forbidden,
                condition: DAVProperties.isProtected(name) ? DAVElement(.dav("cannot-modify-protected-property")) : nil,
                detail: "Properties can be set on calendars alone.")
        }
    }

    /// The refusals by `rule`; if there are any, the other changes fail with them.
    private static func completed(
        _ names: [DAVName], _ rule: (DAVName) -> DAVRefusedProperty?
    ) -> [DAVRefusedProperty] {
        let refusals = names.map { name in (name, rule(name)) }
        guard refusals.contains(where: { $0.1 != nil }) else { return [] }
        return refusals.map { name, refusal in refusal ?? DAVRefusedProperty(name: name, status: .failedDependency) }
    }
}
