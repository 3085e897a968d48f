import Foundation

/// A value that writes its own JSON, in the same bytes as Foundation's encoder and many times as fast.
///
/// For the elements of lists. All other values use `Encodable`. `JSONCoding` chooses.
protocol JSONWritable {
    func write(to json: inout JSONWriter)
}

/// A value that is a JSON object.
protocol JSONObject: JSONWritable {
    /// Writes each field, sorted by its key.
    func writeFields(to json: inout JSONWriter)
}

extension JSONObject {
    func write(to json: inout JSONWriter) { json.object { writeFields(to: &$0) } }
}

/// Collects the bytes of a JSON text.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []

    mutating func object(_ fields: (inout JSONWriter) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        fields(&self)
        bytes.append(UInt8(ascii: "}"))
    }

    /// - Parameter key: must need no escapes.
    mutating func field(_ key: StaticString, _ value: some JSONWritable) {
        if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        key.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        value.write(to: &self)
    }

    mutating func list(_ items: [some JSONWritable]) {
        bytes.append(UInt8(ascii: "["))
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            item.write(to: &self)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Appends bytes that are JSON already.
    mutating func raw(_ json: some Sequence<UInt8>) { bytes.append(contentsOf: json) }

    /// Appends a string that needs no escapes.
    /// - Parameter text: appends the string's content to the bytes.
    mutating func quoted(_ text: (inout [UInt8]) -> Void) {
        bytes.append(UInt8(ascii: "\""))
        text(&bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func string(_ text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            // No early exit, so that the compiler can vectorize the loop.
            var special = 0 as UInt8
            for byte in utf8 { special |= Self.isSpecial(byte) ? 1 : 0 }
            if special == 0 { bytes.append(contentsOf: utf8) } else { escape(utf8) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Whether RFC 8259, section 7, requires an escape.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func escape(_ utf8: UnsafeBufferPointer<UInt8>) {
        var rest = utf8[...]
        while let place = rest.firstIndex(where: Self.isSpecial) {
            bytes.append(contentsOf: rest[..<place])
            bytes.append(UInt8(ascii: "\\"))
            switch rest[place] {
            case 0x08: bytes.append(UInt8(ascii: "b"))
            case 0x09: bytes.append(UInt8(ascii: "t"))
            case 0x0A: bytes.append(UInt8(ascii: "n"))
            case 0x0C: bytes.append(UInt8(ascii: "f"))
            case 0x0D: bytes.append(UInt8(ascii: "r"))
            case let control where control < 0x20:
                bytes.append(contentsOf: "u00".utf8)
                bytes.appendHex(control)
            case let quote: bytes.append(quote)
            }
            rest = rest[(place + 1)...]
        }
        bytes.append(contentsOf: rest)
    }
}

extension [UInt8] {
    /// Appends two hexadecimal digits in lower case.
    mutating func appendHex(_ byte: UInt8) {
        let (high, low) = (byte >> 4, byte & 0x0F)
        append(high + (high < 10 ? 0x30 : 0x57))
        append(low + (low < 10 ? 0x30 : 0x57))
    }

    /// Appends two decimal digits.
    /// - Parameter number: 0 to 99.
    mutating func appendPair(_ number: Int) {
        let (ten, one) = number.quotientAndRemainder(dividingBy: 10)
        append(0x30 + UInt8(ten))
        append(0x30 + UInt8(one))
    }
}

extension String: JSONWritable {
    func write(to json: inout JSONWriter) { json.string(self) }
}

extension Int: JSONWritable {
    func write(to json: inout JSONWriter) { json.raw(description.utf8) }
}

extension Bool: JSONWritable {
    func write(to json: inout JSONWriter) { json.raw(description.utf8) }
}

extension Date: JSONWritable {
    func write(to json: inout JSONWriter) { json.quoted { RFC3339.append(self, to: &$0) } }
}

extension Array: JSONWritable where Element: JSONWritable {
    func write(to json: inout JSONWriter) { json.list(self) }
}

/// Nil is written as an explicit `null`, as for `@Nullable`.
extension Optional: JSONWritable where Wrapped: JSONWritable {
    func write(to json: inout JSONWriter) {
        if let self { self.write(to: &json) } else { json.raw("null".utf8) }
    }
}

extension RawRepresentable where Self: JSONWritable, RawValue == String {
    func write(to json: inout JSONWriter) { json.string(rawValue) }
}
