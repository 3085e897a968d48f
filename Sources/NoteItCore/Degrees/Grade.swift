/// A grade as registrars write it: a letter, a percentage, or a code without a value.
public enum Grade: Hashable, Sendable {
    /// A letter grade from `F` to `A+`.
    case letter(Letter)
    /// 0 to 100.
    case percent(Int)
    /// Passed, without a value: `P`, `S`, `CR`, `TR`. It meets no minimum.
    case pass(String)
    /// A grade without credit (not passed, withdrawn, audited, not yet graded): such a course never counts.
    case noCredit(String)

    public enum Letter: String, CaseIterable, Comparable, Sendable {
        case f = "F"
        case dMinus = "D-", d = "D", dPlus = "D+"
        case cMinus = "C-", c = "C", cPlus = "C+"
        case bMinus = "B-", b = "B", bPlus = "B+"
        case aMinus = "A-", a = "A", aPlus = "A+"

        public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    private static let passCodes = ["P", "S", "CR", "TR"]
    private static let noCreditCodes = ["N", "NC", "U", "W", "WD", "WE", "I", "IP", "AU", "DE"]

    /// Whether a course with this grade counts.
    public var passes: Bool {
        switch self {
        case .letter(let letter): letter > .f
        case .percent(let percent): percent >= 50
        case .pass: true
        case .noCredit: false
        }
    }

    /// Whether it is at least `minimum`. Letters compare with letters, percentages with percentages; nothing else compares.
    public func meets(_ minimum: Grade) -> Bool {
        switch (self, minimum) {
        case (.letter(let own), .letter(let least)): own >= least
        case (.percent(let own), .percent(let least)): own >= least
        default: false
        }
    }
}

extension Grade: TextCoded {
    public static var form: String { "a grade such as B+, 72%, P or W" }

    public var description: String {
        switch self {
        case .letter(let letter): letter.rawValue
        case .percent(let percent): "\(percent)%"
        case .pass(let code), .noCredit(let code): code
        }
    }

    /// The grade of a text; nil for other texts. A percentage may stand without its sign.
    public init?(_ text: String) {
        if let letter = Letter(rawValue: text) {
            self = .letter(letter)
        } else if Self.passCodes.contains(text) {
            self = .pass(text)
        } else if Self.noCreditCodes.contains(text) {
            self = .noCredit(text)
        } else {
            let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
            guard (1...3).contains(digits.count), digits.allSatisfy(\.isASCIIDigit), let percent = Int(digits), percent <= 100
            else {
                return nil
            }
            self = .percent(percent)
        }
    }
}
