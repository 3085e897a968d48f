extension String {
    /// This text with some of its Unicode scalars escaped. It works on scalars, because a quote and a following joiner or accent
    /// are one character, which a search for quotes would miss.
    /// - Parameter writing: the escaped form; nil keeps the scalar.
    public func escaping(_ writing: (Unicode.Scalar) -> String?) -> String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if let written = writing(scalar) {
                result.append(contentsOf: written.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// Escaped for XML 1.0, in an element or between quotes. Characters that XML forbids become U+FFFD (section 2.2).
    public var escapedForXML: String {
        escaping { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            case "\t", "\n", "\r": nil
            default: scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF ? "\u{FFFD}" : nil
            }
        }
    }

    /// Quoted as one word for a POSIX shell, in single quotes if needed. A NUL, which no word can hold, becomes U+FFFD.
    public var quotedForShell: String {
        let isPlain = { (byte: UInt8) in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-_./:,@+".utf8.contains(byte)
            }
        }
        if !isEmpty, utf8.allSatisfy(isPlain) { return self }
        return "'" + escaping { $0 == "'" ? #"'\''"# : $0 == "\0" ? "\u{FFFD}" : nil } + "'"
    }
}
