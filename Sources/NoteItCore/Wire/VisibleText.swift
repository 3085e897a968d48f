import Foundation

extension String {
    /// This text on one line, safe for a terminal. Line breaks and tabs become spaces. Control characters and characters that
    /// reorder or hide text are written out (`^[`, `<U+202E>`), so that no text can move the cursor, change colours or
    /// disguise a line. Endless combining marks, which terminals draw over other lines, are cut.
    public var visible: String {
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
        var (result, marks, rest) = ("", 0, withLineFeeds.unicodeScalars[...])
        while let scalar = rest.popFirst() {
            marks = scalar.isLaidOverOthers ? marks + 1 : 0
            if marks > Self.mostMarks { continue }
            result += scalar.visible
            guard scalar == Self.blackFlag else { continue }
            let tags = rest.emojiTags
            result.unicodeScalars.append(contentsOf: tags)
            rest = rest[tags.endIndex...]
        }
        return result
    }

    /// The most marks on one letter. The longest emoji are a sign and eleven others.
    private static let mostMarks = 11
    /// The black flag, which begins the flags of regions, such as that of Scotland.
    private static let blackFlag: Unicode.Scalar = "\u{1F3F4}"

    /// The lines of this text, each made `visible`; tabs become four spaces. `CR LF` and `CR` break lines too.
    public var visibleLines: [String] {
        withLineFeeds.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.replacingOccurrences(of: "\t", with: "    ").visible }
    }

    /// This text with every `CR LF` and lone `CR` turned into `LF`.
    public var withLineFeeds: String {
        guard utf8.contains(0x0D) else { return self }
        return replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n")
    }

    /// This JSON text, safe for a terminal. C1 controls, DEL and characters that reorder or hide text become `\uXXXX`, which
    /// JSON readers decode to the same text. JSON itself escapes the C0 controls.
    public var terminalSafeJSON: String {
        guard unicodeScalars.contains(where: { $0.isControlBeyondC0 || $0.deceives }) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            if scalar.isControlBeyondC0 || scalar.deceives {
                for unit in String(scalar).utf16 { result += "\\u" + String(format: "%04x", UInt32(unit)) }
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension Unicode.Scalar {
    /// Whether it is invisible without being a space, or reorders text: `Default_Ignorable_Code_Point` (UAX #44), formats,
    /// and what fonts draw as nothing.
    public var isInvisible: Bool {
        switch value {
        // The separators of lines and paragraphs, blank Braille, and the note without a head.
        case 0x2028, 0x2029, 0x2800, 0x1D159: true
        default:
            properties.isDefaultIgnorableCodePoint || properties.generalCategory == .format
                || properties.generalCategory == .unassigned
        }
    }

    /// Whether it chooses how the sign before it looks: as text or emoji, or as one of several forms of an ideograph.
    public var isVariationSelector: Bool { (0xFE00...0xFE0F).contains(value) || (0xE0100...0xE01EF).contains(value) }

    /// Whether its general category is Cc. These 65 code points are fixed: Unicode Standard, section 23.1.
    public var isControl: Bool { value < 0x20 || isControlBeyondC0 }

    /// The notation of the Unicode standard: `U+202E`.
    public var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    var isMark: Bool { properties.generalCategory == .nonspacingMark || properties.generalCategory == .enclosingMark }

    fileprivate var visible: String {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: " "
        case 0x00..<0x20: "^" + String(Unicode.Scalar(UInt8(value) + 0x40))
        case 0x7F: "^?"
        default: isControlBeyondC0 || deceives ? "<\(codePoint)>" : String(self)
        }
    }

    fileprivate var isControlBeyondC0: Bool { (0x7F...0x9F).contains(value) }

    /// Whether it takes no room of its own: a mark, or a joiner between marks.
    fileprivate var isLaidOverOthers: Bool { !deceives && (isMark || properties.generalCategory == .format) }

    /// Whether it reorders text, or hides some. Terminals that do not know it shift what follows.
    fileprivate var deceives: Bool {
        switch value {
        // The marks, embeddings, overrides and isolates of the bidirectional algorithm (UAX #9).
        case 0x061C, 0x202A...0x202E, 0x2066...0x2069: true
        // The old vowel separator of Mongolian, annotations, and tags.
        case 0x180E, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
        default: false
        }
    }
}

extension Substring.UnicodeScalarView {
    /// The tags at its beginning that turn a black flag into that of a region (UTS #51): its code, and the tag that ends it.
    /// Empty if there are none.
    fileprivate var emojiTags: Self {
        let region = prefix(6).prefix { (0xE0030...0xE0039).contains($0.value) || (0xE0061...0xE007A).contains($0.value) }
        guard region.count >= 3, region.endIndex < endIndex, self[region.endIndex].value == 0xE007F else { return prefix(0) }
        return prefix(region.count + 1)
    }
}
