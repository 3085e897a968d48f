import CSodium
import Foundation

/// Random secrets that clients carry: refresh tokens.
enum Secret {
    /// 32 random bytes in base64url without padding (RFC 4648, section 5): 43 characters.
    static func make() -> String {
        var bytes = [UInt8](repeating: 0, count: 32)
        randombytes_buf(&bytes, bytes.count)
        return base64URL(bytes)
    }

    /// SHA-256 in hexadecimal: what the store keeps of a secret.
    static func digest(_ secret: String) -> String {
        let text = Array(secret.utf8)
        var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256(&hash, text, UInt64(text.count))
        return hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    static func base64URL(_ bytes: some Sequence<UInt8>) -> String {
        String(
            Data(bytes).base64EncodedString().compactMap { character in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            })
    }
}
