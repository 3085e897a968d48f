/// A course over all terms, such as `CMPT 225`, written with one space. `CMPT225`, `CMPT-225` and `cmpt_225` name it too.
public struct CourseCode: Hashable, Sendable {
    /// The subject and the number, in upper case.
    public let subject, number: String

    public init(subject: String, number: String) {
        (self.subject, self.number) = (subject.uppercased(), number.uppercased())
    }

    public var description: String { "\(subject) \(number)" }

    /// The code without a space, as people type it: `CMPT225`.
    public var compact: String { subject + number }

    /// The digits with which the number begins: 105 of `105W`, nil of `X99`.
    public var leadingDigits: Int? { Int(number.prefix { $0.isNumber }) }
}

extension CourseCode: TextCoded {
    public static var form: String { "a course code such as CMPT 225" }

    /// The code of a text: a subject of 1 to 12 letters and a number of 1 to 12 letters and digits; nil for any other text.
    /// Without a separator, the number begins at the first digit.
    public init?(_ text: String) {
        let words = text.split(whereSeparator: { " -_".contains($0) }).map { $0.uppercased() }
        switch words.count {
        case 1:
            let subject = words[0].prefix { !$0.isASCIIDigit }
            (self.subject, number) = (String(subject), String(words[0].dropFirst(subject.count)))
        case 2: (subject, number) = (words[0], words[1])
        default: return nil
        }
        guard Self.isSubject(subject), (1...12).contains(number.utf8.count),
            number.allSatisfy({ $0.isASCIIDigit || ($0.isASCII && $0.isLetter) })
        else { return nil }
    }

    /// Whether a text is a subject: 1 to 12 letters from A to Z, of either case.
    public static func isSubject(_ text: String) -> Bool {
        (1...12).contains(text.utf8.count) && text.allSatisfy { $0.isASCII && $0.isLetter }
    }
}

extension CourseCode: Comparable {
    /// Orders codes by the bytes of the written code.
    public static func < (left: Self, right: Self) -> Bool {
        left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
    }
}

extension CourseCode: CodingKeyRepresentable {
    public var codingKey: any CodingKey { description.codingKey }

    public init?(codingKey: some CodingKey) { self.init(codingKey.stringValue) }
}

extension Character {
    var isASCIIDigit: Bool { isASCII && isNumber }
}
