/// A JSON value that keeps the order of its members, and the line of each value. Foundation keeps neither.
struct LinedJSON {
    enum Value {
        case object([(key: String, value: LinedJSON)])
        case array([LinedJSON])
        case string(String)
        case number(Double)
        case boolean(Bool)
        case null
    }

    /// The line of the value, from 1.
    var line: Int
    var value: Value

    /// Throws `BadRow` with the line of the fault.
    init(_ bytes: [UInt8]) throws(BadRow) {
        var reader = JSONReader(bytes: bytes)
        self = try reader.whole()
    }

    fileprivate init(line: Int, value: Value) { (self.line, self.value) = (line, value) }

    var members: [(key: String, value: LinedJSON)]? { if case .object(let members) = value { members } else { nil } }
    var elements: [LinedJSON]? { if case .array(let elements) = value { elements } else { nil } }
    var text: String? { if case .string(let text) = value { text } else { nil } }
    var number: Double? { if case .number(let number) = value { number } else { nil } }

    subscript(_ key: String) -> LinedJSON? { members?.first { $0.key == key }?.value }

    /// The line of the value that a path of keys and places leads to, or of the last value on the way that is there.
    func line(of path: some Sequence<String>) -> Int {
        var tree = self
        for step in path {
            if let member = tree[step] {
                tree = member
            } else if let place = Int(step), let elements = tree.elements, elements.indices.contains(place) {
                tree = elements[place]
            } else {
                break
            }
        }
        return tree.line
    }
}

/// A parser of JSON (RFC 8259). It refuses an object with a key twice.
private struct JSONReader {
    private static let deepest = 64

    let bytes: [UInt8]
    private var position = 0
    private var line = 1

    init(bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    mutating func whole() throws(BadRow) -> LinedJSON {
        let tree = try value(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw fault("there is text after the end of the JSON value") }
        return tree
    }

    private func fault(_ why: String) -> BadRow { BadRow(line: line, why: why) }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
            if byte == 0x0A { line += 1 }
            position += 1
        }
    }

    private mutating func expect(_ character: Unicode.Scalar, _ place: String) throws(BadRow) {
        guard consume(character) else { throw fault("'\(character)' is missing \(place)") }
    }

    private mutating func consume(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(BadRow) -> LinedJSON {
        skipSpace()
        guard depth <= Self.deepest else { throw fault("the JSON is nested more than \(Self.deepest) deep") }
        let start = line
        func tree(_ value: LinedJSON.Value) -> LinedJSON { LinedJSON(line: start, value: value) }
        switch next {
        case UInt8(ascii: "{"): return tree(.object(try object(depth: depth)))
        case UInt8(ascii: "["): return tree(.array(try array(depth: depth)))
        case UInt8(ascii: "\""): return tree(.string(try string()))
        case nil: throw fault("the JSON ends too early")
        default: return tree(try word())
        }
    }

    private mutating func object(depth: Int) throws(BadRow) -> [(key: String, value: LinedJSON)] {
        position += 1
        var (members, keys): ([(key: String, value: LinedJSON)], Set<String>) = ([], [])
        if consume("}") { return members }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw fault("a key in double quotes is missing") }
            let key = try string()
            guard keys.insert(key).inserted else { throw fault("the key '\(key.prefix(40))' stands twice in one object") }
            try expect(":", "after the key '\(key.prefix(40))'")
            members.append((key, try value(depth: depth + 1)))
        } while consume(",")
        try expect("}", "at the end of an object")
        return members
    }

    private mutating func array(depth: Int) throws(BadRow) -> [LinedJSON] {
        position += 1
        var elements: [LinedJSON] = []
        if consume("]") { return elements }
        repeat { elements.append(try value(depth: depth + 1)) } while consume(",")
        try expect("]", "at the end of a list")
        return elements
    }

    private mutating func word() throws(BadRow) -> LinedJSON.Value {
        let start = position
        while let byte = next, !",]} \t\n\r:\"[{".utf8.contains(byte) { position += 1 }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        switch word {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "null": return .null
        default:
            let isNumber = word.utf8.allSatisfy { (48...57).contains($0) || "+-.eE".utf8.contains($0) }
            guard isNumber, let number = Double(word) else { throw fault("'\(word.prefix(20))' is not a JSON value") }
            return .number(number)
        }
    }

    private mutating func string() throws(BadRow) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: text, as: UTF8.self) else { throw fault("a string is not UTF-8") }
                return text
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20:
                throw fault("a string contains a line break or another control character; escape it, or close the string")
            default: text.append(byte)
            }
        }
        throw fault("a string is opened but never closed")
    }

    private mutating func escape(into text: inout [UInt8]) throws(BadRow) {
        guard let letter = next else { throw fault("a string is opened but never closed") }
        position += 1
        let plain: [UInt8: UInt8] = [
            0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 0x08, 0x66: 0x0C, 0x6E: 0x0A, 0x72: 0x0D, 0x74: 0x09,
        ]
        if let byte = plain[letter] { return text.append(byte) }
        guard letter == UInt8(ascii: "u") else { throw fault("a string has an unknown escape") }
        var unit = try codeUnit()
        if (0xD800..<0xDC00).contains(unit), position + 1 < bytes.count, bytes[position] == 0x5C, bytes[position + 1] == 0x75 {
            position += 2
            let low = try codeUnit()
            guard (0xDC00..<0xE000).contains(low) else { throw fault("a string has half of a surrogate pair") }
            unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(unit) else { throw fault("a string has half of a surrogate pair") }
        text.append(contentsOf: String(Character(scalar)).utf8)
    }

    private mutating func codeUnit() throws(BadRow) -> UInt32 {
        let digits = bytes[position..<min(position + 4, bytes.count)]
        guard digits.count == 4, let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else {
            throw fault("a string has an escape \\u without four hexadecimal digits")
        }
        position += 4
        return unit
    }
}
