extension String {
    /// This text with some of its Unicode scalars written otherwise. By scalars, not by characters: a quote that a joiner or an
    /// accent follows is one character with it, which a search for the quote alone passes over.
    /// - Parameter writing: nil leaves a scalar as it is.
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

    /// As text of XML 1.0, in an element or between quotes. Characters that no XML holds become U+FFFD (section 2.2).
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

    /// As one word of a POSIX shell, in single quotes unless it is taken as it stands. No word holds a NUL: it becomes U+FFFD.
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
