import Foundation

/// The unique name by which a person is mentioned, as in `@ada.lovelace`: lower-case ASCII letters, digits, dots and hyphens,
/// so that no two look alike. It is made from the display name at registration and never changes.
public enum Handle {
    /// The most characters of a handle, without the number that makes it unique.
    static let longest = 30

    /// The handle for a display name, before a number makes it unique: Latin letters, those beyond ASCII by the letters that
    /// stand for them (`ø` is `o`, `þ` is `th`), or `member` if none are left.
    public static func base(of displayName: String) -> String {
        let latin = displayName.applyingTransform(.toLatin, reverse: false) ?? displayName
        let ascii = latin.applyingTransform(StringTransform("Latin-ASCII"), reverse: false) ?? latin
        let plain = ascii.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        let words = plain.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let handle = words.joined(separator: ".").prefix(longest)
        let trimmed = handle.last == "." ? handle.dropLast() : handle
        return trimmed.isEmpty ? "member" : String(trimmed)
    }
}
