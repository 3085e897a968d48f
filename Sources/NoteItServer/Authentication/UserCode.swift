import NoteItCore

/// The code that a person compares, or types on the page: `WDJB-MJHT`. Eight of twenty letters have 34.6 random bits. Without
/// vowels they spell no words, and they do not look like digits (RFC 8628, section 6.1).
enum UserCode {
    private static let letters = Array("BCDFGHJKLMNPQRSTVWXZ")
    private static let length = 8

    static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        let chosen = (0..<length).map { _ in letters[Int.random(in: 0..<letters.count, using: &generator)] }
        return "\(String(chosen[..<4]))-\(String(chosen[4...]))"
    }

    /// SHA-256 in hexadecimal. Ignores case, hyphens and spaces. Throws `.notFound` for a text that is no such code.
    static func hash(_ code: String) throws(DomainError) -> String {
        let plain = code.uppercased().filter { $0 != "-" && !$0.isWhitespace }
        guard plain.count == length, plain.allSatisfy({ letters.contains($0) }) else { throw .unknownDeviceCode }
        return Secret.digest(plain)
    }
}
