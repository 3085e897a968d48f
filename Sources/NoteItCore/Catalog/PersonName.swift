import Foundation

/// Compares people's names from different sources.
public enum PersonName {
    /// The words without case and accents, in alphabetical order: `Ai, Lanru` and `Lanru Ai` are one.
    public static func key(_ name: String) -> String { words(name).joined(separator: " ") }

    /// Whether `name` contains each wanted word, such as only a family name.
    public static func matches(_ name: String, _ wanted: String) -> Bool {
        let (own, sought) = (Set(words(name)), words(wanted))
        return !sought.isEmpty && sought.allSatisfy(own.contains)
    }

    private static func words(_ name: String) -> [String] {
        name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .split { !$0.isLetter }.map(String.init).sorted()
    }
}
