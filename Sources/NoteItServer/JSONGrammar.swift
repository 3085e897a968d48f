/// The grammar of JSON (RFC 8259), which Foundation's decoder takes loosely: it lets trailing commas pass.
/// One pass without recursion, so that no nesting exhausts the stack.
struct JSONGrammar {
    /// How deep lists and objects may be nested; nothing of the contract passes 3.
    private static let depth = 64

    private enum Scope { case list, object }
    /// What may come next.
    private enum Expectation { case value, valueOrEnd, key, keyOrEnd, colon, commaOrEnd, nothing }

    private let bytes: [UInt8]
    private var position = 0
    private var scopes: [Scope] = []
    private var expectation = Expectation.value

    private struct Fault: Error {}

    /// Where `bytes`, which are UTF-8, stop being one JSON text, counted from 0; nil if they are one.
    static func fault(in bytes: [UInt8]) -> Int? {
        var grammar = JSONGrammar(bytes: bytes)
        do {
            try grammar.read()
            return nil
        } catch {
            return grammar.position
        }
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func read() throws(Fault) {
        while let byte = next() {
            switch (expectation, byte) {
            case (.valueOrEnd, UInt8(ascii: "]")), (.keyOrEnd, UInt8(ascii: "}")): close()
            case (.commaOrEnd, UInt8(ascii: "]")) where scopes.last == .list: close()
            case (.commaOrEnd, UInt8(ascii: "}")) where scopes.last == .object: close()
            case (.commaOrEnd, UInt8(ascii: ",")): step(to: scopes.last == .list ? .value : .key)
            case (.key, UInt8(ascii: "\"")), (.keyOrEnd, UInt8(ascii: "\"")):
                try string()
                expectation = .colon
            case (.colon, UInt8(ascii: ":")): step(to: .value)
            case (.value, _), (.valueOrEnd, _): try value(byte)
            default: throw Fault()
            }
        }
        if expectation != .nothing { throw Fault() }
    }

    /// The next byte that is no white space, still unread.
    private mutating func next() -> UInt8? {
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
        return peek
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func step(to next: Expectation) {
        position += 1
        expectation = next
    }

    private mutating func close() {
        scopes.removeLast()
        position += 1
        ended()
    }

    private mutating func ended() { expectation = scopes.isEmpty ? .nothing : .commaOrEnd }

    private mutating func open(_ scope: Scope, _ next: Expectation) throws(Fault) {
        guard scopes.count < Self.depth else { throw Fault() }
        scopes.append(scope)
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
        guard isThere else { throw Fault() }
        position += word.utf8CodeUnitCount
    }

    private mutating func string() throws(Fault) {
        position += 1
        while let byte = peek, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw Fault() }
            position += 1
            if byte == UInt8(ascii: "\\") { try escape() }
        }
        guard peek != nil else { throw Fault() }
        position += 1
    }

    /// What stands behind a `\`. Half a pair of surrogates is no character.
    private mutating func escape() throws(Fault) {
        guard let byte = peek, #""\/bfnrtu"#.utf8.contains(byte) else { throw Fault() }
        position += 1
        guard byte == UInt8(ascii: "u") else { return }
        switch try hexadecimal() {
        case 0xD800...0xDBFF:
            try word(#"\u"#)
            guard (0xDC00...0xDFFF).contains(try hexadecimal()) else { throw Fault() }
        case 0xDC00...0xDFFF: throw Fault()
        default: break
        }
    }

    private mutating func hexadecimal() throws(Fault) -> Int {
        var number = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(UnicodeScalar(byte)).hexDigitValue else { throw Fault() }
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
        if position == start { throw Fault() }
    }
}
