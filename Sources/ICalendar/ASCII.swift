/// The bytes with a meaning in iCalendar.
enum ASCII {
    static let lineFeed = UInt8(ascii: "\n"), carriageReturn = UInt8(ascii: "\r"), space = UInt8(ascii: " ")
    static let colon = UInt8(ascii: ":"), semicolon = UInt8(ascii: ";"), comma = UInt8(ascii: ","), equals = UInt8(ascii: "=")
    static let quote = UInt8(ascii: "\""), apostrophe = UInt8(ascii: "'"), caret = UInt8(ascii: "^"), n = UInt8(ascii: "n")
    static let backslash = UInt8(ascii: "\\")

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Whether it is a control character other than the tab.
    static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }

    /// Whether it may stand in the name of a property, parameter or component. The underscore is in use, though not in the RFC.
    static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
