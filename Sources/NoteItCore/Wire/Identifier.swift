import Foundation

/// The identity of one account, session, event or reply: a UUID, written in lower case.
///
/// `Subject` only keeps the kinds apart at compile time. Parsing accepts upper and lower case (RFC 9562, section 4).
public struct Identifier<Subject>: Hashable {
    public let uuid: UUID

    public init(_ uuid: UUID) { self.uuid = uuid }

    /// Nil unless `text` is a UUID in its 36-character form.
    public init?(_ text: String) {
        var (bytes, count, at) = (UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).uuid, 0, 0)
        // Parsed by hand: a list parses several ids for each row, and Foundation uses `scanf`.
        for character in text.utf8 {
            defer { at += 1 }
            if at == 8 || at == 13 || at == 18 || at == 23 {
                guard character == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard count < 32, let digit = Self.hexDigit(character) else { return nil }
            withUnsafeMutableBytes(of: &bytes) { $0[count / 2] = $0[count / 2] << 4 | digit }
            count += 1
        }
        guard at == 36 else { return nil }
        uuid = UUID(uuid: bytes)
    }

    private static func hexDigit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    public var description: String {
        var text: [UInt8] = []
        append(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    private func append(to text: inout [UInt8]) {
        withUnsafeBytes(of: uuid.uuid) { bytes in
            for (index, byte) in bytes.enumerated() {
                if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
                text.appendHex(byte)
            }
        }
    }

    /// A new identifier that sorts by creation time: UUID version 7 (RFC 9562, section 5.7).
    /// - Parameters:
    ///   - now: the time, in milliseconds in the first 48 bits.
    ///   - counter: sorts identifiers of the same time. Its lowest 42 bits follow the time (RFC 9562, section 6.2, method 1).
    public static func make(at now: Date, counter: Int64? = nil) -> Self {
        let milliseconds = UInt64(max(0, now.timeIntervalSince1970 * 1000))
        // Only two draws, because each is a system call.
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
