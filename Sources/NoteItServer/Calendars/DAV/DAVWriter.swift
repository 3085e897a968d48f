/// Writes XML. Names come from `DAVReader` or from this program; all text is escaped.
struct DAVWriter {
    private(set) var bytes: [UInt8] = []
    /// The prefixes of the open elements' declarations, innermost last.
    private var scopes: [[String: String]] = []
    private var declared = 0

    /// The namespaces that a document declares at its root.
    static let prefixes = [
        "DAV:": "d", "urn:ietf:params:xml:ns:caldav": "c", "http://calendarserver.org/ns/": "cs",
        "http://apple.com/ns/ical/": "a",
    ]
    private static let xml = "http://www.w3.org/XML/1998/namespace"

    /// A whole document.
    static func document(_ root: DAVElement) -> [UInt8] {
        var writer = DAVWriter()
        writer.declaration()
        writer.write(root)
        return writer.bytes
    }

    /// An element that declares all namespaces that it uses, and no others.
    static func fragment(_ element: DAVElement) -> String {
        var writer = DAVWriter()
        writer.write(element)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// `<?xml ...?>`. The next element declares `prefixes`.
    mutating func declaration() {
        append("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n")
        scopes = [Self.prefixes]
    }

    mutating func write(_ element: DAVElement) {
        begin(element.name, element.attributes, isEmpty: element.content.isEmpty)
        guard !element.content.isEmpty else { return }
        for part in element.content {
            switch part {
            case .text(let text): write(text)
            case .element(let child): write(child)
            }
        }
        end(element.name)
    }

    /// Opens an element. An empty one is closed at once.
    mutating func begin(_ name: DAVName, _ attributes: [String: String] = [:], isEmpty: Bool = false) {
        let isRoot = scopes.count == 1 && bytes.last == UInt8(ascii: "\n")
        var scope: [String: String] = [:]
        let tag = qualified(name, in: &scope)
        append("<")
        append(tag)
        var fields = ""
        for (key, value) in attributes.sorted(by: { $0.key < $1.key }) {
            fields += " \(qualified(DAVName(key: key), in: &scope))=\"\(Self.escaped(value, inAttribute: true))\""
        }
        let declarations = (isRoot ? Self.prefixes : [:]).merging(scope) { $1 }
        for (namespace, prefix) in declarations.sorted(by: { $0.value < $1.value }) {
            append(" xmlns:\(prefix)=\"\(Self.escaped(namespace, inAttribute: true))\"")
        }
        append(fields)
        append(isEmpty ? "/>" : ">")
        if !isEmpty { scopes.append(scope) }
    }

    mutating func end(_ name: DAVName) {
        var none: [String: String] = [:]
        append("</")
        append(qualified(name, in: &none))
        append(">")
        scopes.removeLast()
    }

    mutating func write(_ text: String) { append(Self.escaped(text, inAttribute: false)) }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// The name with a prefix. A namespace that is not declared yet goes into `scope`.
    private mutating func qualified(_ name: DAVName, in scope: inout [String: String]) -> String {
        if name.namespace.isEmpty { return name.local }
        if name.namespace == Self.xml { return "xml:" + name.local }
        if let prefix = scope[name.namespace] ?? scopes.last(where: { $0[name.namespace] != nil })?[name.namespace] {
            return "\(prefix):\(name.local)"
        }
        let prefix = Self.prefixes[name.namespace] ?? "n\(declared)"
        declared += 1
        scope[name.namespace] = prefix
        return "\(prefix):\(name.local)"
    }

    /// A carriage return survives as a reference; in itself, a reader would drop it. Characters that XML cannot hold become U+FFFD.
    private static func escaped(_ text: String, inAttribute: Bool) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\t"): !inAttribute
            case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), 0x7f, 0xc2, 0xef: false
            default: byte >= 0x20
            }
        }
        if isPlain { return text }
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count + text.utf8.count / 8)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;".utf8
            case "<": result += "&lt;".utf8
            case ">": result += "&gt;".utf8
            case "\"" where inAttribute: result += "&quot;".utf8
            case "\r", "\u{7f}"..."\u{9f}": result += "&#\(scalar.value);".utf8
            case "\n", "\t": result += inAttribute ? Array("&#\(scalar.value);".utf8) : [UInt8(scalar.value)]
            case "\0"..."\u{1f}", "\u{fffe}", "\u{ffff}": result += "\u{fffd}".utf8
            default: result += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
