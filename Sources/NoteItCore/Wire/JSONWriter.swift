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
        let isFirst = bytes.last == UInt8(ascii: "{")
        bytes.append(addingCapacity: key.utf8CodeUnitCount + 4) { bytes in
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            bytes.append(UInt8(ascii: "\""))
            key.withUTF8Buffer { for byte in $0 { bytes.append(byte) } }
            bytes.append(UInt8(ascii: "\""))
            bytes.append(UInt8(ascii: ":"))
        }
        value.write(to: &self)
    }

    mutating func list(_ items: [some JSONWritable]) {
        bytes.append(UInt8(ascii: "["))
        for index in items.indices {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            items[index].write(to: &self)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Appends bytes that are JSON already.
    mutating func raw(_ json: some Sequence<UInt8>) { bytes.append(contentsOf: json) }

    mutating func raw(_ json: StaticString) { json.withUTF8Buffer { bytes.append(contentsOf: $0) } }

    /// - Parameter number: 0 to 9.
    fileprivate mutating func digit(_ number: Int) { bytes.append(0x30 + UInt8(number)) }

    /// Appends a string that needs no escapes.
    /// - Parameter text: appends the string's content to the bytes.
    mutating func quoted(_ text: (inout [UInt8]) -> Void) {
        bytes.append(UInt8(ascii: "\""))
        text(&bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            // The loop has no branches, so that the compiler can vectorize it.
            var special = 0 as UInt8
            for byte in utf8 { special |= Self.special(byte) }
            quoted { if special == 0 { $0.append(contentsOf: utf8) } else { Self.escape(utf8, into: &$0) } }
        }
    }

    /// 1 if RFC 8259, section 7, requires an escape, else 0.
    private static func special(_ byte: UInt8) -> UInt8 {
        (byte < 0x20 ? 1 : 0) | (byte == UInt8(ascii: "\"") ? 1 : 0) | (byte == UInt8(ascii: "\\") ? 1 : 0)
    }

    private static func escape(_ utf8: UnsafeBufferPointer<UInt8>, into bytes: inout [UInt8]) {
        var rest = utf8[...]
        while let place = rest.firstIndex(where: { special($0) == 1 }) {
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
                bytes.append(addingCapacity: 2) { $0.appendHex(control) }
            case let quote: bytes.append(quote)
            }
            rest = rest[(place + 1)...]
        }
        bytes.append(contentsOf: rest)
    }
}

extension UInt8 {
    /// The hexadecimal digit of a number from 0 to 15, in lower case.
    static func hexDigit(_ number: UInt8) -> UInt8 { number &+ (number < 10 ? 0x30 : 0x57) }
}

extension OutputSpan<UInt8> {
    /// Appends two hexadecimal digits in lower case.
    mutating func appendHex(_ byte: UInt8) {
        append(.hexDigit(byte >> 4))
        append(.hexDigit(byte & 0x0F))
    }

    /// Appends two decimal digits.
    /// - Parameter number: 0 to 99.
    mutating func appendPair(_ number: Int) {
        let (ten, one) = number.quotientAndRemainder(dividingBy: 10)
        append(0x30 + UInt8(ten))
        append(0x30 + UInt8(one))
    }

    /// Appends a mark and two decimal digits.
    mutating func append(_ mark: Unicode.Scalar, _ pair: Int) {
        append(UInt8(ascii: mark))
        appendPair(pair)
    }
}

extension String: JSONWritable {
    func write(to json: inout JSONWriter) { json.string(self) }
}

extension Int: JSONWritable {
    func write(to json: inout JSONWriter) {
        if (0...9).contains(self) { json.digit(self) } else { json.raw(description.utf8) }
    }
}

extension Bool: JSONWritable {
    func write(to json: inout JSONWriter) { json.raw(self ? "true" : "false") }
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
        if let self { self.write(to: &json) } else { json.raw("null") }
    }
}

extension RawRepresentable where Self: JSONWritable, RawValue == String {
    func write(to json: inout JSONWriter) { json.string(rawValue) }
}
