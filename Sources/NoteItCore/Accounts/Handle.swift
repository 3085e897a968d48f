import Foundation

/// What a person is mentioned by, as in `@ada.lovelace`: small ASCII letters, digits, dots and hyphens, one person each, so that
/// no two look alike. It is made of the name at registration and stays.
public enum Handle {
    /// In characters, without the number that tells two people apart.
    static let longest = 30

    /// The handle that a name leads to: in Latin letters, without accents. `member` for a name without letters and digits.
    public static func base(of displayName: String) -> String {
        let latin = displayName.applyingTransform(.toLatin, reverse: false) ?? displayName
        let plain = latin.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        let words = plain.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let handle = words.joined(separator: ".").prefix(longest)
        let trimmed = handle.last == "." ? handle.dropLast() : handle
        return trimmed.isEmpty ? "member" : String(trimmed)
    }
}
