import Foundation

extension String {
    /// This text on one line and safe to write to a terminal: line breaks and tabs become spaces, control characters and
    /// those that reorder text are written out (`^[`, `<U+202E>`), so that nobody's text can move the cursor, change
    /// colours, or make a line read as something else.
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

    /// JSON text whose strings hold no character that a terminal acts on: C1 controls, DEL and text-reordering characters
    /// become `\uXXXX`, which any JSON reader takes for the same text. (JSON itself escapes the C0 controls.)
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
