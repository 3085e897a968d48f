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
        if !isEmpty, utf8.allSatisfy({ $0.isASCIILetterOrDigit || "-_./:,@+".utf8.contains($0) }) { return self }
        return "'" + escaping { $0 == "'" ? #"'\''"# : $0 == "\0" ? "\u{FFFD}" : nil } + "'"
    }
}

extension StringProtocol {
    /// This text with the bytes that `isKept` refuses percent-encoded (RFC 3986, section 2.1).
    /// - Parameter isKept: must refuse all but ASCII.
    public func percentEncoded(keeping isKept: (UInt8) -> Bool = { $0.isUnreserved }) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(utf8.count)
        for byte in utf8 {
            if isKept(byte) {
                text.append(byte)
            } else {
                text += [UInt8(ascii: "%"), (byte >> 4).hexDigit(from: "A"), (byte & 15).hexDigit(from: "A")]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension Sequence<UInt8> {
    /// Two hexadecimal digits for each byte, in lower case.
    public var hex: String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * underestimatedCount)
        for byte in self {
            text.append((byte >> 4).hexDigit(from: "a"))
            text.append((byte & 15).hexDigit(from: "a"))
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension UInt8 {
    /// The hexadecimal digit of a number below 16.
    /// - Parameter ten: the digit of 10: `a` or `A`.
    fileprivate func hexDigit(from ten: Unicode.Scalar) -> UInt8 {
        self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: ten) + self - 10
    }

    public var isASCIILetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    /// Whether it stands for itself anywhere in an address (RFC 3986, section 2.3).
    public var isUnreserved: Bool { isASCIILetterOrDigit || "-._~".utf8.contains(self) }
}
