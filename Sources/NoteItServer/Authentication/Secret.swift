import CSodium
import Cryptography

/// Random secrets that clients carry: refresh tokens.
enum Secret {
    /// 32 random bytes in base64url without padding (RFC 4648, section 5): 43 characters.
    static func make() -> String {
        var bytes = [UInt8](repeating: 0, count: 32)
        randombytes_buf(&bytes, bytes.count)
        return base64URL(bytes)
    }

    /// SHA-256 in hexadecimal. The store keeps only this.
    static func digest(_ secret: String) -> String { digest(Array(secret.utf8)) }

    /// SHA-256 in hexadecimal.
    static func digest(_ text: [UInt8]) -> String { hash(text).hex }

    /// SHA-256: 32 bytes.
    static func hash(_ text: [UInt8]) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256(&hash, text, UInt64(text.count))
        return hash
    }

    /// The first 32 digits of `digest`, which tell one text from another.
    static func shortDigest(_ text: [UInt8]) -> String { String(digest(text).prefix(32)) }

    static func shortDigest(_ text: String) -> String { shortDigest(Array(text.utf8)) }

    /// A UUID (version 8, RFC 9562) that is the same for the same text.
    static func uuid(of text: String) -> String {
        var digits = Array(shortDigest(text))
        (digits[12], digits[16]) = ("8", "a")
        for place in [8, 13, 18, 23] { digits.insert("-", at: place) }
        return String(digits)
    }

    static func base64URL(_ bytes: some Sequence<UInt8>) -> String { Base64URL.text(bytes) }

    /// Nil for anything but base64url without padding in its only form.
    static func bytes(base64URL text: some StringProtocol) -> [UInt8]? { Base64URL.bytes(text) }
}
