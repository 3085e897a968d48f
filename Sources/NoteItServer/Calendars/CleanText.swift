import NoteItCore

extension StringProtocol {
    /// The text with a space in place of each control character.
    /// - Parameter kept: the control characters that stay.
    func withoutControls(keeping kept: Set<Unicode.Scalar> = []) -> String {
        // C0 and DEL are one byte; C1 begins with C2.
        guard utf8.contains(where: { $0 < 0x20 || $0 == 0x7f || $0 == 0xc2 }) else { return String(self) }
        let scalars = unicodeScalars.map { scalar in
            scalar.isControl && !kept.contains(scalar) ? " " : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
