/// The name of an XML element or of a WebDAV property.
struct DAVName: Hashable, Sendable {
    var namespace, local: String

    init(_ namespace: String, _ local: String) { (self.namespace, self.local) = (namespace, local) }

    static func dav(_ local: String) -> DAVName { DAVName("DAV:", local) }
    static func caldav(_ local: String) -> DAVName { DAVName("urn:ietf:params:xml:ns:caldav", local) }
    static func calendarServer(_ local: String) -> DAVName { DAVName("http://calendarserver.org/ns/", local) }
    static func apple(_ local: String) -> DAVName { DAVName("http://apple.com/ns/ical/", local) }

    /// `{namespace}local`, or `local` without a namespace.
    var key: String { namespace.isEmpty ? local : "{\(namespace)}\(local)" }

    init(key: String) {
        let end = key.hasPrefix("{") ? key.lastIndex(of: "}") : nil
        namespace = end.map { String(key[..<$0].dropFirst()) } ?? ""
        local = end.map { String(key[key.index(after: $0)...]) } ?? key
    }
}

/// An XML element of a WebDAV body.
struct DAVElement: Hashable, Sendable {
    /// What an element contains, in its order.
    enum Part: Hashable, Sendable {
        case text(String)
        case element(DAVElement)
    }

    var name: DAVName
    /// The attributes by name; names with a namespace are written as `DAVName.key` does.
    var attributes: [String: String]
    var content: [Part]

    init(_ name: DAVName, attributes: [String: String] = [:], text: String = "", _ children: [DAVElement] = []) {
        (self.name, self.attributes) = (name, attributes)
        content = (text.isEmpty ? [] : [.text(text)]) + children.map(Part.element)
    }

    var children: [DAVElement] {
        content.compactMap { part in
            guard case .element(let element) = part else { return nil }
            return element
        }
    }

    /// The character data of the element itself.
    var text: String {
        content.reduce(into: "") { text, part in
            if case .text(let piece) = part { text += piece }
        }
    }

    /// The first child with a name.
    subscript(_ name: DAVName) -> DAVElement? {
        for case .element(let element) in content where element.name == name { return element }
        return nil
    }
}

extension DAVElement {
    /// `DAV:href`
    static func href(_ path: String) -> DAVElement { DAVElement(.dav("href"), text: path) }
}
