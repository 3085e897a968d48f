/// The grammar of JSON (RFC 8259). Foundation's decoder is lenient: it accepts trailing commas. Texts of the contract hold no
/// control characters but newline and tab, so this finds others too.
/// One pass without recursion, so that no nesting exhausts the stack.
struct JSONGrammar {
    /// The deepest nesting of lists and objects. Requirement trees of the contract need 80; decoding refuses deeper trees with the
    /// name of their field.
    static let depth = 128

    private static let passwords = ["password", "currentPassword", "newPassword"]

    private enum Scope { case list, object }

    enum Fault: Error, Equatable {
        /// The first byte that does not fit one JSON text, from 0.
        case malformed(at: Int)
        /// The first byte of a list or object that is nested too deep, from 0.
        case deep(at: Int)
        /// A control character in a field's name or value. The field is such as `tags` or `ways.0.from`.
        case control(field: String, Unicode.Scalar)
    }

    /// The token that may come next.
    private enum Expectation { case value, valueOrEnd, key, keyOrEnd, colon, commaOrEnd, nothing }

    private let bytes: [UInt8]
    private var position = 0
    private var scopes: [Scope] = []
    /// The path to the present place. For each scope: the bytes of the newest name, and the number of the item.
    private var steps: [(name: Range<Int>, item: Int)] = []
    private var expectation = Expectation.value
    /// The first control character.
    private var control: Fault?

    /// The first fault in `bytes`, which are UTF-8; nil if there is none.
    static func fault(in bytes: [UInt8]) -> Fault? {
        var grammar = JSONGrammar(bytes: bytes)
        do {
            try grammar.read()
            return grammar.control
        } catch {
            return error
        }
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func read() throws(Fault) {
        while let byte = next() {
            switch (expectation, byte) {
            case (.valueOrEnd, UInt8(ascii: "]")), (.keyOrEnd, UInt8(ascii: "}")): close()
            case (.commaOrEnd, UInt8(ascii: "]")) where scopes.last == .list: close()
            case (.commaOrEnd, UInt8(ascii: "}")) where scopes.last == .object: close()
            case (.commaOrEnd, UInt8(ascii: ",")):
                steps[steps.count - 1].item += 1
                step(to: scopes.last == .list ? .value : .key)
            case (.key, UInt8(ascii: "\"")), (.keyOrEnd, UInt8(ascii: "\"")):
                let start = position + 1
                steps[steps.count - 1].name = 0..<0
                try string()
                steps[steps.count - 1].name = start..<(position - 1)
                expectation = .colon
            case (.colon, UInt8(ascii: ":")): step(to: .value)
            case (.value, _), (.valueOrEnd, _): try value(byte)
            default: throw malformed
            }
        }
        if expectation != .nothing { throw malformed }
    }

    /// The next byte that is not white space, still unread.
    private mutating func next() -> UInt8? {
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
        return peek
    }

    private var malformed: Fault { .malformed(at: position) }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func step(to next: Expectation) {
        position += 1
        expectation = next
    }

    private mutating func close() {
        scopes.removeLast()
        steps.removeLast()
        position += 1
        ended()
    }

    private mutating func ended() { expectation = scopes.isEmpty ? .nothing : .commaOrEnd }

    private mutating func open(_ scope: Scope, _ next: Expectation) throws(Fault) {
        guard scopes.count < Self.depth else { throw .deep(at: position) }
        scopes.append(scope)
        steps.append((0..<0, 0))
        step(to: next)
    }

    private mutating func value(_ byte: UInt8) throws(Fault) {
        switch byte {
        case UInt8(ascii: "["): return try open(.list, .valueOrEnd)
        case UInt8(ascii: "{"): return try open(.object, .keyOrEnd)
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        default: try number()
        }
        ended()
    }

    private mutating func word(_ word: StaticString) throws(Fault) {
        let isThere = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
        guard isThere else { throw malformed }
        position += word.utf8CodeUnitCount
    }

    private mutating func string() throws(Fault) {
        position += 1
        while let byte = peek, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw malformed }
            position += 1
            switch byte {
            case UInt8(ascii: "\\"): try escape()
            case 0x7F: found(0x7F)
            // The two bytes of U+0080 to U+009F.
            case 0xC2: if let next = peek, next < 0xA0 { found(UInt32(next)) }
            default: break
            }
        }
        guard peek != nil else { throw malformed }
        position += 1
    }

    /// The part after a `\`. A lone surrogate is not a character.
    private mutating func escape() throws(Fault) {
        guard let byte = peek, #""\/bfnrtu"#.utf8.contains(byte) else { throw malformed }
        position += 1
        switch byte {
        case UInt8(ascii: "b"): found(0x08)
        case UInt8(ascii: "f"): found(0x0C)
        case UInt8(ascii: "r"): found(0x0D)
        case UInt8(ascii: "u"): try codeUnit()
        default: break
        }
    }

    /// The part after `\u`.
    private mutating func codeUnit() throws(Fault) {
        let unit = try hexadecimal()
        switch unit {
        case 0x09, 0x0A: break
        case 0..<0x20, 0x7F..<0xA0: found(UInt32(unit))
        case 0xD800...0xDBFF:
            try word(#"\u"#)
            guard (0xDC00...0xDFFF).contains(try hexadecimal()) else { throw malformed }
        case 0xDC00...0xDFFF: throw malformed
        default: break
        }
    }

    private mutating func found(_ value: UInt32) {
        guard control == nil, let scalar = Unicode.Scalar(value) else { return }
        // A password may hold any character but NUL.
        let name = scopes.last == .object ? steps.last.map { bytes[$0.name] } : nil
        if value > 0, let name, Self.passwords.contains(where: { name.elementsEqual($0.utf8) }) { return }
        var names = zip(scopes, steps).map { scope, step in
            scope == .list ? "\(step.item)" : String(decoding: bytes[step.name], as: UTF8.self)
        }
        if scopes.last == .list { names.removeLast() }
        control = .control(field: names.joined(separator: "."), scalar)
    }

    private mutating func hexadecimal() throws(Fault) -> Int {
        var number = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(UnicodeScalar(byte)).hexDigitValue else { throw malformed }
            number = number * 16 + digit
            position += 1
        }
        return number
    }

    private mutating func number() throws(Fault) {
        if peek == UInt8(ascii: "-") { position += 1 }
        if peek == UInt8(ascii: "0") { position += 1 } else { try digits() }
        if peek == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            position += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
    }

    private mutating func digits() throws(Fault) {
        let start = position
        while let byte = peek, (0x30...0x39).contains(byte) { position += 1 }
        if position == start { throw malformed }
    }
}
