/// Scripts that are written without spaces between words: Han, Kana and Hangul. The index takes each character for a word, so
/// that a search finds any part of a sentence.
public enum UnspacedScript {
    /// Between two characters in the index. No stored text holds it.
    public static let separator: Unicode.Scalar = "\u{3}"

    /// Source: https://www.unicode.org/Public/UNIDATA/Blocks.txt
    private static let blocks: [ClosedRange<UInt32>] = [
        0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3031...0x3035, 0x3041...0x318F, 0x31A0...0x31BF, 0x31F0...0x31FF,
        0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF66...0xFFDC, 0x1B000...0x1B16F,
        0x20000...0x3FFFF,
    ]

    static func contains(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x2E80 && blocks.contains { $0.contains(scalar.value) }
    }
}

extension String {
    /// The text as the index takes it: with U+0003 around each character of a script without spaces.
    public var separatedForIndex: String {
        // The first byte of U+2E80 in UTF-8 is E2.
        guard utf8.contains(where: { $0 >= 0xE2 }) else { return self }
        var (scalars, wasUnspaced) = (UnicodeScalarView(), false)
        for scalar in unicodeScalars {
            let isUnspaced = UnspacedScript.contains(scalar)
            if isUnspaced || wasUnspaced, !scalars.isEmpty { scalars.append(UnspacedScript.separator) }
            scalars.append(scalar)
            wasUnspaced = isUnspaced
        }
        return String(scalars)
    }
}
