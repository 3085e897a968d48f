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
        let prefix = declarePrefix(of: name, in: &scope)
        append("<")
        append(prefix, name.local)
        if isRoot || !attributes.isEmpty || !scope.isEmpty { write(attributes, isRoot: isRoot, &scope) }
        append(isEmpty ? "/>" : ">")
        if !isEmpty { scopes.append(scope) }
    }

    /// The declarations of `scope`, and of all prefixes at the root of a document, then the attributes.
    private mutating func write(_ attributes: [String: String], isRoot: Bool, _ scope: inout [String: String]) {
        let fields = attributes.sorted { $0.key < $1.key }.map { field in
            let name = DAVName(key: field.key)
            return (prefix: declarePrefix(of: name, in: &scope), local: name.local, value: field.value)
        }
        let declared = (isRoot ? Self.prefixes : [:]).merging(scope) { $1 }.sorted { $0.value < $1.value }
        let declarations = declared.map { (prefix: "xmlns", local: $0.value, value: $0.key) }
        for (prefix, local, value) in declarations + fields {
            append(" ")
            append(prefix, local)
            append("=\"")
            append(escaping: value, inAttribute: true)
            append("\"")
        }
    }

    mutating func end(_ name: DAVName) {
        var none: [String: String] = [:]
        let prefix = declarePrefix(of: name, in: &none)
        append("</")
        append(prefix, name.local)
        append(">")
        scopes.removeLast()
    }

    mutating func write(_ text: String) { append(escaping: text, inAttribute: false) }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// A name.
    private mutating func append(_ prefix: String, _ local: String) {
        if !prefix.isEmpty {
            append(prefix)
            append(":")
        }
        append(local)
    }

    /// The prefix of a name; empty for one without a namespace. A namespace that is not declared yet goes into `scope`.
    private mutating func declarePrefix(of name: DAVName, in scope: inout [String: String]) -> String {
        if name.namespace.isEmpty { return "" }
        if name.namespace == Self.xml { return "xml" }
        if let prefix = scope.isEmpty ? nil : scope[name.namespace] { return prefix }
        for scope in scopes.reversed() where !scope.isEmpty {
            if let prefix = scope[name.namespace] { return prefix }
        }
        let prefix = Self.prefixes[name.namespace] ?? "n\(declared)"
        declared += 1
        scope[name.namespace] = prefix
        return prefix
    }

    /// For each byte, whether `escape` may replace a character that begins with it.
    private static let isSpecial = (UInt8.min...UInt8.max).map { byte in
        byte < 0x20 || "&<>\"\u{7f}".utf8.contains(byte) || byte == 0xc2 || byte == 0xef
    }

    /// A carriage return survives as a reference; in itself, a reader would drop it. Characters that XML cannot hold become U+FFFD.
    private mutating func append(escaping text: String, inAttribute: Bool) {
        var text = text
        let isSpecial = Self.isSpecial
        text.withUTF8 { source in
            var (start, next) = (0, 0)
            while next < source.count {
                guard isSpecial[Int(source[next])],
                    let (length, replacement) = Self.escape(source[next...], inAttribute: inAttribute)
                else {
                    next += 1
                    continue
                }
                bytes.append(contentsOf: source[start..<next])
                append(replacement)
                next += length
                start = next
            }
            bytes.append(contentsOf: source[start...])
        }
    }

    /// What stands for the first character of a text, and how many bytes the character has; nil if it, or its first byte, may stay.
    private static func escape(
        _ text: Slice<UnsafeBufferPointer<UInt8>>, inAttribute: Bool
    ) -> (length: Int, replacement: String)? {
        let first = text[text.startIndex]
        switch first {
        case UInt8(ascii: "&"): return (1, "&amp;")
        case UInt8(ascii: "<"): return (1, "&lt;")
        case UInt8(ascii: ">"): return (1, "&gt;")
        case UInt8(ascii: "\""): return inAttribute ? (1, "&quot;") : nil
        case UInt8(ascii: "\r"): return (1, "&#13;")
        case UInt8(ascii: "\n"), UInt8(ascii: "\t"): return inAttribute ? (1, "&#\(first);") : nil
        case 0..<0x20: return (1, "\u{fffd}")
        case 0x7f: return (1, "&#127;")
        case 0xc2:  // U+0080 to U+00BF
            let second = text[text.startIndex + 1]
            return second < 0xa0 ? (2, "&#\(second);") : nil
        case 0xef:  // U+FFFE and U+FFFF are no characters of XML
            let rest = (text[text.startIndex + 1], text[text.startIndex + 2])
            return rest.0 == 0xbf && rest.1 >= 0xbe ? (3, "\u{fffd}") : nil
        default: return nil
        }
    }
}
