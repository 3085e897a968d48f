extension String {
    /// As much of it as has room where so many Latin letters have, with `…` for the rest.
    public func cut(to most: Int) -> String {
        guard reduce(0, { $0 + $1.letters }) > most else { return self }
        var room = most - 1
        return prefix { character in
            room -= character.letters
            return room >= 0
        } + "…"
    }
}

extension Character {
    /// The room that it takes in a picture, in Latin letters. Fonts for emoji are the widest.
    fileprivate var letters: Int {
        let scalars = unicodeScalars
        let isEmoji = scalars.first?.properties.isEmojiPresentation == true || scalars.contains("\u{FE0F}")
        return isEmoji ? 3 : scalars.reduce(0) { $0 + $1.letters }
    }
}

extension Unicode.Scalar {
    /// A letter of several signs may have several that stand beside each other, as in Devanagari.
    fileprivate var letters: Int {
        if value < 0x300 { return value == 0xAD ? 0 : 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        // The vowels and the ends of a syllable that begins with a wide one.
        default: return Self.joining.contains { $0.contains(value) } ? 0 : Self.wide.contains { $0.contains(value) } ? 2 : 1
        }
    }

    private static let joining: [ClosedRange<UInt32>] = [0x1160...0x11FF, 0xD7B0...0xD7FF]

    /// East Asian Width W and F, but for emoji.
    /// - Source: https://www.unicode.org/Public/15.1.0/ucd/EastAsianWidth.txt
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF,
        0x1F200...0x1F265, 0x20000...0x3FFFD,
    ]
}
