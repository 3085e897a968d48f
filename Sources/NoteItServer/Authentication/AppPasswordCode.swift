import CSodium

/// The password of a calendar program: 80 random bits as 16 letters and digits in groups of four, so that it can be typed on a
/// phone. Nobody can guess it, so a plain hash of it is safe to store.
enum AppPasswordCode {
    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")

    static func make() -> String {
        var bytes = [UInt8](repeating: 0, count: 16)
        randombytes_buf(&bytes, bytes.count)
        let letters = bytes.map { digits[Int($0 & 31)] }
        return stride(from: 0, to: letters.count, by: 4).map { String(letters[$0..<$0 + 4]) }.joined(separator: "-")
    }

    /// Ignores case, hyphens and spaces, and takes look-alikes for the digits, as codes for resets do.
    static func hash(_ code: String) -> String { ResetCode.hash(code) }
}
