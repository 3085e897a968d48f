import Foundation

/// The rule for email addresses: one `@` between two parts without white space. A pattern cannot tell whether mail arrives.
public enum EmailAddress {
    public static func fault(_ text: String) -> String? {
        if let fault = text.fault(length: TextLimit.email) { return fault }
        if let hidden = text.unicodeScalars.first(where: \.isInvisible) {
            return "must not contain \(hidden.codePoint), which is invisible or reorders text"
        }
        // The form that is compared must be valid too: NFKC turns some letters into signs (`＠`).
        for form in [text, key(text)] {
            let parts = form.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
            let spaced = form.unicodeScalars.contains { $0.properties.isWhitespace }
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, !spaced else {
                return "must be an email address such as ada@example.edu"
            }
        }
        return nil
    }

    /// The address of an account that has none. It takes no mail (RFC 2606, section 2), and nobody can guess it beforehand.
    /// - Parameter house: where its person comes from: small letters, digits and hyphens.
    public static func absent(_ account: some CustomStringConvertible, at house: String) -> String {
        "\(house)-\(account)@\(house).invalid"
    }

    /// Before there was a house in them, those of platforms began with `lti`.
    public static func isAbsent(_ text: String) -> Bool {
        text.wholeMatch(of: /[a-z0-9\-]+-[0-9a-f\-]{36}@[a-z0-9\-]+\.invalid/) != nil
    }

    /// The form in which addresses are compared: lower case, and one encoding for each letter (NFKC, UAX #15).
    public static func key(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.precomposedStringWithCompatibilityMapping.lowercased().precomposedStringWithCompatibilityMapping
    }
}
