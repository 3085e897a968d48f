/// The code that the operator gives to a person who forgot the password: 100 bits as 20 letters and digits in groups of four.
/// Look-alikes are left out.
public enum ResetCode {
    /// Crockford's base 32, in lower case.
    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")

    /// - Parameter count: letters and digits, a multiple of four. Each has 5 random bits.
    public static func make(_ count: Int = 20) -> String {
        var generator = SystemRandomNumberGenerator()
        return make(from: (0..<count).map { _ in UInt8.random(in: 0..<32, using: &generator) })
    }

    /// The code of random numbers, one digit for each: a multiple of four.
    static func make(from numbers: [UInt8]) -> String {
        let letters = numbers.map { digits[Int($0 & 31)] }
        return stride(from: 0, to: letters.count, by: 4).map { String(letters[$0..<$0 + 4]) }.joined(separator: "-")
    }

    /// SHA-256 in hexadecimal. Ignores case, hyphens and spaces, and takes look-alikes for the digits.
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
