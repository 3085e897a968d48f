/// The password of a calendar program: 80 random bits as 16 letters and digits in groups of four, so that it can be typed on a
/// phone. Nobody can guess it, so a plain hash of it is safe to store.
enum AppPasswordCode {
    static func make() -> String { ResetCode.make(16) }

    /// Ignores case, hyphens and spaces, and takes look-alikes for the digits, as codes for resets do.
    static func hash(_ code: String) -> String { ResetCode.hash(code) }
}
