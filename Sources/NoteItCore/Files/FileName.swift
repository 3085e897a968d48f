/// The rule for file names: a name is safe in every folder, and does not hide what the file is.
public enum FileName {
    /// The length of a name in code points.
    public static let length = 1...200
    /// The most that file systems store.
    static let bytes = 255

    /// The fault of a name, in words; nil if the name is allowed.
    public static func fault(_ name: String) -> String? {
        if let fault = name.fault(length: length) { return fault }
        if name.utf8.count > bytes { return "must be at most \(bytes) bytes of UTF-8" }
        if name.unicodeScalars.contains(where: \.isLineBreakOrTab) { return "must not contain tabs or line breaks" }
        // Compare bytes: to Swift, a slash with an accent is another character.
        let (first, last) = (name.utf8.first, name.utf8.last)
        if name.utf8.contains(where: { $0 == slash || $0 == backslash }) { return "must be a file name without a path" }
        if first == dot || first == space { return "must not begin with a dot or a space" }
        if last == dot || last == space { return "must not end in a dot or a space" }
        if let hidden = name.unicodeScalars.first(where: \.isHidden) {
            return "must not contain the invisible character \(hidden.codePoint)"
        }
        if runnable.contains(suffix(of: name)) {
            return "must not end in .\(suffix(of: name)), the ending of a program; share its source in an archive"
        }
        return nil
    }

    private static let (slash, backslash) = (UInt8(ascii: "/"), UInt8(ascii: "\\"))
    private static let (dot, space) = (UInt8(ascii: "."), UInt8(ascii: " "))

    /// The text after the last dot, in lower case; empty if there is none.
    static func suffix(of name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    /// `a PDF`, `an MP3`: a file with this ending, by how its first letter is said.
    static func kind(_ suffix: String) -> String {
        let name = suffix.uppercased()
        return ("AEFHILMNORSX".contains(name.prefix(1)) ? "an " : "a ") + name
    }

    /// Endings of files that a desktop runs when they are opened, whatever their content.
    private static let runnable: Set<String> = [
        "apk", "app", "appimage", "bat", "cmd", "com", "cpl", "desktop", "dll", "exe", "hta", "jar", "lnk", "msi", "pif", "ps1",
        "reg", "scf", "scr", "url", "vbe", "vbs", "wsf",
    ]
}

extension Unicode.Scalar {
    fileprivate var isLineBreakOrTab: Bool { [0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029].contains(value) }

    /// Whether it changes how a name reads, as `U+202E` shows `gnp.exe` reversed. Joiners of scripts and emoji, and variation
    /// selectors, are allowed.
    fileprivate var isHidden: Bool { isInvisible && !isVariationSelector && value != 0x200C && value != 0x200D }
}
