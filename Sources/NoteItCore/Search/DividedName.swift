extension String {
    /// The name of a file with `separator` between the words that it runs together, as in `lab4.pdf` and `heapNotes.txt`: between a
    /// letter and a digit, before a capital after a small letter, and before the last of several capitals if a small letter follows.
    public func dividedName(_ separator: Unicode.Scalar = " ") -> String {
        let scalars = Array(unicodeScalars)
        var (divided, before) = (UnicodeScalarView(), NameLetter.other)
        for (index, scalar) in scalars.enumerated() {
            // An accent of its own belongs to its letter.
            if !scalar.isMark {
                let letter = NameLetter(scalar)
                let after = scalars[(index + 1)...].first { !$0.isMark }.map(NameLetter.init) ?? .other
                if letter.begins(after: before, next: after) { divided.append(separator) }
                before = letter
            }
            divided.append(scalar)
        }
        return String(divided)
    }
}

private enum NameLetter {
    case capital, small, letter, digit, other

    init(_ scalar: Unicode.Scalar) {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .titlecaseLetter: self = .capital
        case .lowercaseLetter: self = .small
        case .modifierLetter, .otherLetter: self = .letter
        case .decimalNumber, .letterNumber, .otherNumber: self = .digit
        default: self = .other
        }
    }

    /// Whether a word begins here that nothing else divides from the one before.
    func begins(after before: NameLetter, next: NameLetter) -> Bool {
        switch (before, self) {
        case (.other, _), (_, .other): false
        case (.digit, _), (_, .digit): before != self
        case (.small, .capital): true
        case (.capital, .capital): next == .small
        default: false
        }
    }
}
