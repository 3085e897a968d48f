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
        // Parsed by hand: a list parses several ids for each row, and Foundation uses `scanf`. Eight digits are the bytes of a word,
        // the first the lowest, and are worked on together, without branches: `faults` collects what is no digit.
        let (characters, each) = (UnsafeRawBufferPointer(text), 0x0101_0101_0101_0101 as UInt64)
        var faults = 0 as UInt64
        /// The number of two times four digits, in memory as they are written.
        func number(_ first: Int, _ second: Int) -> UInt64 {
            let digits =
                UInt64(characters.loadUnaligned(fromByteOffset: first, as: UInt32.self).littleEndian)
                | UInt64(characters.loadUnaligned(fromByteOffset: second, as: UInt32.self).littleEndian) << 32
            let letters = digits >> 6 & each
            let values = (digits & (0x0F &* each)) &+ 9 &* letters
            // A digit made of its value again is the same in lower case; only a letter has 10 to 15.
            faults |= (values &+ 0x30 &* each &+ 39 &* letters) ^ (digits | letters << 5)
            faults |= ((values &+ 6 &* each) ^ letters << 4 | values) & (0x10 &* each)
            let pairs = (values << 4 | values >> 8) & 0x00FF_00FF_00FF_00FF
            let fours = (pairs | pairs >> 8) & 0x0000_FFFF_0000_FFFF
            return (fours | fours >> 16) & 0xFFFF_FFFF
        }
        let (first, second) = (number(0, 4) | number(9, 14) << 32, number(19, 24) | number(28, 32) << 32)
        let hyphen = UInt8(ascii: "-")
        let others = (text[8] ^ hyphen) | (text[13] ^ hyphen) | (text[18] ^ hyphen) | (text[23] ^ hyphen)
        guard faults == 0, others == 0 else { return nil }
        uuid = UUID(uuid: unsafeBitCast((first.littleEndian, second.littleEndian), to: uuid_t.self))
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
