import CWcwidth
import Foundation

/// The character set of the terminal's locale. Reading it prepares the C library to measure text.
public enum TerminalLocale {
    /// Whether the environment's locale (`LC_ALL`, `LC_CTYPE`, `LANG`) writes UTF-8.
    ///
    /// Reading it sets the process's `LC_CTYPE` to the environment's if that is UTF-8, else to `C.UTF-8`: `wcwidth` measures
    /// by the locale, and all texts are UTF-8.
    public static let isUnicode: Bool = {
        setlocale(LC_CTYPE, "")
        let codeset = nl_langinfo(CInt(CODESET)).map { String(cString: $0) } ?? ""
        if codeset.uppercased() == "UTF-8" { return true }
        setlocale(LC_CTYPE, "C.UTF-8")
        return false
    }()
}

extension String {
    /// How many terminal cells this text takes, grapheme cluster by grapheme cluster.
    ///
    /// The text must not have control characters: see `visible`.
    public var displayWidth: Int {
        let bytes = utf8
        if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.count }
        return reduce(0) { $0 + $1.displayWidth }
    }

    /// The longest beginning that fits `width` cells, with an ellipsis if the text is cut.
    public func truncated(to width: Int) -> String {
        if displayWidth <= width { return self }
        guard width > 0 else { return "" }
        let mark = TerminalLocale.isUnicode ? "…" : "~"
        var used = 1
        var kept = prefix { character in
            used += character.displayWidth
            return used <= width
        }
        // Spaces at the beginning may part it from another text.
        while kept.last?.isWhitespace == true { kept.removeLast() }
        return String(kept) + mark
    }

    /// This text with spaces after it, or before it, up to `width` cells.
    public func padded(to width: Int, right: Bool = false) -> String {
        let gap = String(repeating: " ", count: max(0, width - displayWidth))
        return right ? gap + self : self + gap
    }
}

extension Character {
    /// How many terminal cells this grapheme cluster takes: 2 for what is drawn as one emoji, else the sum of its scalars'
    /// `wcwidth` (so that Indic clusters of several consonants keep their room).
    public var displayWidth: Int {
        if isDrawnAsEmoji { return 2 }
        return unicodeScalars.reduce(0) { $0 + Self.cells($1) }
    }

    private var isDrawnAsEmoji: Bool {
        guard let first = unicodeScalars.first else { return false }
        let properties = first.properties
        if properties.isEmojiPresentation { return true }
        return properties.isEmoji && unicodeScalars.contains("\u{FE0F}")
    }

    private static func cells(_ scalar: Unicode.Scalar) -> Int {
        _ = TerminalLocale.isUnicode
        let width = wcwidth(wchar_t(bitPattern: scalar.value))
        // The C library does not know unassigned code points; terminals draw them as one cell.
        return width < 0 ? 1 : Int(width)
    }
}
