import Foundation

/// base64url without padding (RFC 4648, section 5).
public enum Base64URL {
    public static func text(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString(options: [.base64URLAlphabet, .omitPaddingCharacter])
    }

    /// Nil for anything but base64url without padding in its only form.
    public static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let standard =
            text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 } + Array(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: String(standard)), self.text(data) == text else { return nil }
        return Array(data)
    }
}
