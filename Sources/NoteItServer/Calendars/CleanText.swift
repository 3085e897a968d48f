extension StringProtocol {
    /// The text with a space in place of each control character.
    /// - Parameter kept: the control characters that stay.
    func withoutControls(keeping kept: Set<Unicode.Scalar> = []) -> String {
        let scalars = unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control && !kept.contains(scalar) ? " " : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
