import CSodium
import Foundation
import NoteItCore

/// One-time codes of an app: TOTP (RFC 6238) with HMAC-SHA-1, 6 digits and steps of 30 seconds, which every app takes.
enum TimeCode {
    private static let step = 30.0
    private static let modulus: UInt32 = 1_000_000

    static func step(at time: Date) -> Int64 { Int64((time.timeIntervalSince1970 / step).rounded(.down)) }

    /// The six digits of a step.
    /// - Source: RFC 4226, section 5.3.
    static func code(_ key: [UInt8], step: Int64) -> UInt32 {
        let hash = SHA1.authentication(of: SHA1.bytes(step), key: key)
        let offset = Int(hash[19] & 0x0F)
        return hash[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
    }

    /// The step whose code this is: the present one, or, for clocks that differ and slow fingers, one beside it. Nil if it is none.
    /// - Parameter text: spaces are ignored.
    static func step(of text: String, key: [UInt8], at now: Date) -> Int64? {
        guard let number = number(text) else { return nil }
        let present = step(at: now)
        return [present, present - 1, present + 1].first { code(key, step: $0) % modulus == number }
    }

    /// The number of six digits; nil for another text.
    static func number(_ text: String) -> UInt32? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: " ") }
        guard digits.count == 6, digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self))
    }

    /// A key of 160 random bits, in base 32.
    static func makeKey() -> String {
        var bytes = [UInt8](repeating: 0, count: 20)
        randombytes_buf(&bytes, bytes.count)
        return Base32.text(bytes)
    }

    /// The address that apps scan.
    /// - Source: https://github.com/google/google-authenticator/wiki/Key-Uri-Format
    static func uri(key: String, email: String) -> String {
        let account = email.percentEncoded { $0.isUnreserved || $0 == UInt8(ascii: "@") }
        return "otpauth://totp/NoteIt:\(account)?secret=\(key)&issuer=NoteIt"
    }
}

/// Base 32 without padding (RFC 4648, section 6).
enum Base32 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// - Parameter bytes: a multiple of five.
    static func text(_ bytes: [UInt8]) -> String {
        var (text, bits, count): ([UInt8], UInt32, UInt32) = ([], 0, 0)
        for byte in bytes {
            (bits, count) = (bits << 8 | UInt32(byte), count + 8)
            while count >= 5 {
                count -= 5
                text.append(digits[Int(bits >> count & 31)])
            }
            bits &= (1 << count) - 1
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Nil for a text with other characters.
    static func bytes(_ text: String) -> [UInt8]? {
        var (bytes, bits, count): ([UInt8], UInt32, UInt32) = ([], 0, 0)
        for character in text.utf8 {
            guard let value = digits.firstIndex(of: character) else { return nil }
            (bits, count) = (bits << 5 | UInt32(value), count + 5)
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
            bits &= (1 << count) - 1
        }
        return bytes
    }
}
