import Foundation

/// Tells which names look alike: two names with the same skeleton are hard to tell apart.
///
/// Follows the skeletons of UTS #39, limited to letters that look Latin in a terminal's font: Cyrillic, Greek, digits, and pairs
/// that run together. Case, accents, width, spaces and signs are ignored.
public enum NameSkeleton {
    public static func of(_ name: String) -> String {
        let plain = name.decomposedStringWithCompatibilityMapping.unicodeScalars.filter { !$0.isInvisible && !$0.isMark }
        // The look of the name is taken before and after case folding: some letters look alike in one case only.
        var looks = ""
        for scalar in plain { looks += alike[scalar] ?? String(scalar) }
        let folded = looks.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        var skeleton = ""
        for scalar in folded { skeleton += alike[scalar] ?? String(scalar) }
        return skeleton.replacing("rn", with: "m").replacing("vv", with: "w").replacing("cl", with: "d")
    }

    private static let alike: [Unicode.Scalar: String] = {
        let pairs = [
            // Cyrillic
            ("аАΑαɑ", "a"), ("ВвΒ", "b"), ("сСϲ", "c"), ("ԁ", "d"), ("еЕёЁєΕ", "e"), ("һНнΗ", "h"), ("іІїΙιı", "l"),
            ("јЈ", "j"),
            ("кКΚκ", "k"), ("МмΜ", "m"), ("пηՈ", "n"), ("оОΟοσօ", "o"), ("рРΡρ", "p"), ("ԛ", "q"), ("гɼ", "r"), ("ѕЅ", "s"),
            ("тТΤτ", "t"), ("υսц", "u"), ("νѵ", "v"), ("ԝωѡ", "w"), ("хХΧχ", "x"), ("уУΥγү", "y"), ("Ζ", "z"), ("ΝИ", "n"),
            // Look like l and o in many fonts
            ("iI1|", "l"), ("0", "o"), ("5", "s"), ("ß", "b"), ("æ", "ae"), ("œ", "oe"), ("ø", "o"), ("đð", "d"), ("ł", "l"),
        ]
        return Dictionary(
            pairs.flatMap { letters, latin in letters.unicodeScalars.map { ($0, latin) } },
            uniquingKeysWith: { first, _ in first })
    }()
}
