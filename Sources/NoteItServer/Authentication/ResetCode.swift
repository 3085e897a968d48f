/// The code that the operator gives to a person who forgot the password: 20 letters and digits that are not mistaken for each
/// other, in fours, so 100 bits.
public enum ResetCode {
    /// Crockford's base 32, in small letters.
    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")

    public static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        let letters = (0..<20).map { _ in digits[Int.random(in: 0..<32, using: &generator)] }
        return stride(from: 0, to: 20, by: 4).map { String(letters[$0..<$0 + 4]) }.joined(separator: "-")
    }

    /// SHA-256, in hexadecimal, however it was typed.
    public static func hash(_ code: String) -> String {
        let plain = code.lowercased().unicodeScalars.compactMap { scalar -> Character? in
            switch scalar {
            case "-", " ": nil
            case "o": "0"
            case "i", "l": "1"
            default: Character(scalar)
            }
        }
        return Secret.digest(String(plain))
    }
}
