import Foundation

/// The identity of one account, session, event or reply: a UUID, written in lower case.
///
/// `Subject` only keeps the kinds apart at compile time. Parsing accepts upper and lower case (RFC 9562, section 4).
public struct Identifier<Subject>: Hashable {
    public let uuid: UUID

    public init(_ uuid: UUID) { self.uuid = uuid }

    /// The id of a UUID in its 36-character form; nil for any other text.
    public init?(_ text: String) {
        var text = text
        guard let id = text.withUTF8({ Self(utf8: $0) }) else { return nil }
        self = id
    }

    /// The id of a UUID in its 36-character form, in UTF-8; nil for any other text.
    public init?(utf8 text: UnsafeBufferPointer<UInt8>) {
        guard text.count == 36 else { return nil }
        // Parsed by hand: a list parses several ids for each row, and Foundation uses `scanf`. The digits are random, so the
        // processor would often mispredict a branch on one. There are none: `faults` collects what is no digit.
        var (halves, faults) = ((0, 0) as (UInt64, UInt64), 0 as UInt8)
        func read(_ place: Range<Int>, into half: inout UInt64) {
            for character in text[place] {
                let (number, letter) = (character &- 0x30, (character | 0x20) &- 0x61)
                faults |= (number < 10 ? 0 : 1) & (letter < 6 ? 0 : 1)
                half = half << 4 | UInt64((character & 0x0F) &+ (letter < 6 ? 9 : 0))
            }
        }
        read(0..<8, into: &halves.0)
        read(9..<13, into: &halves.0)
        read(14..<18, into: &halves.0)
        read(19..<23, into: &halves.1)
        read(24..<36, into: &halves.1)
        let hyphen = UInt8(ascii: "-")
        faults |= (text[8] ^ hyphen) | (text[13] ^ hyphen) | (text[18] ^ hyphen) | (text[23] ^ hyphen)
        guard faults == 0 else { return nil }
        uuid = UUID(uuid: unsafeBitCast((halves.0.bigEndian, halves.1.bigEndian), to: uuid_t.self))
    }

    public var description: String {
        var text: [UInt8] = []
        append(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    private func append(to text: inout [UInt8]) {
        text.append(addingCapacity: 36) { text in
            withUnsafeBytes(of: uuid.uuid) { bytes in
                for (index, byte) in bytes.enumerated() {
                    if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
                    text.appendHex(byte)
                }
            }
        }
    }

    /// A new identifier that sorts by creation time: UUID version 7 (RFC 9562, section 5.7).
    /// - Parameters:
    ///   - now: the time, in milliseconds in the first 48 bits.
    ///   - counter: sorts identifiers of the same time. Its lowest 42 bits follow the time (RFC 9562, section 6.2, method 1).
    public static func make(at now: Date, counter: Int64? = nil) -> Self {
        let milliseconds = UInt64(max(0, now.timeIntervalSince1970 * 1000))
        // Two draws of 64 bits, because each is a system call.
        var bytes = (0..<2).map { _ in UInt64.random(in: .min ... .max) }.withUnsafeBytes(Array.init)
        for index in 0..<6 { bytes[index] = UInt8(truncatingIfNeeded: milliseconds >> (8 * (5 - index))) }
        if let counter {
            (bytes[6], bytes[7]) = (UInt8(truncatingIfNeeded: counter >> 38), UInt8(truncatingIfNeeded: counter >> 30))
            bytes[8] = UInt8(truncatingIfNeeded: counter >> 24)
            for index in 9..<12 { bytes[index] = UInt8(truncatingIfNeeded: counter >> (8 * (11 - index))) }
        }
        bytes[6] = 0x70 | (bytes[6] & 0x0F)
        bytes[8] = 0x80 | (bytes[8] & 0x3F)
        return Self(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
    }
}

extension Identifier: TextCoded, JSONWritable {
    public static var form: String { "a UUID" }

    func write(to json: inout JSONWriter) { json.quoted(append) }
}
