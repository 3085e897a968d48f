import Foundation

extension String {
    /// This text on one line, safe for a terminal. Line breaks and tabs become spaces. Control characters and characters that
    /// reorder text are written out (`^[`, `<U+202E>`), so that no text can move the cursor, change colours or disguise a line.
    public var visible: String {
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
        var result = ""
        for scalar in withLineFeeds.unicodeScalars { result.append(scalar.visible) }
        return result
    }

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

    /// This JSON text, safe for a terminal. C1 controls, DEL and characters that reorder text become `\uXXXX`, which JSON readers
    /// decode to the same text. JSON itself escapes the C0 controls.
    public var terminalSafeJSON: String {
        guard unicodeScalars.contains(where: { $0.isControlBeyondC0 || $0.reordersText }) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            if scalar.isControlBeyondC0 || scalar.reordersText {
                result.append("\\u" + String(format: "%04x", scalar.value))
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension Unicode.Scalar {
    /// Whether it is invisible without being a space, or reorders text.
    public var isInvisible: Bool {
        switch value {
        // Fillers and joiners whose category is letter or mark, and blank Braille.
        case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x2800, 0x3164, 0xFFA0: true
        case 0x2028, 0x2029: true
        default: properties.generalCategory == .format || properties.generalCategory == .unassigned
        }
    }

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
        default: isControlBeyondC0 || reordersText ? "<\(codePoint)>" : String(self)
        }
    }

    fileprivate var isControlBeyondC0: Bool { (0x7F...0x9F).contains(value) }

    /// Embeddings, overrides and isolates of the bidirectional algorithm (UAX #9).
    fileprivate var reordersText: Bool { (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value) }
}
