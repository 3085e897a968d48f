/// A word or a mark of a registrar's text.
struct RequirementToken {
    enum Kind { case word, comma, semicolon, colon, period, open, close, slash, star, percent, dash, other }

    var kind: Kind
    /// The text as written; a grade's sign is `-` or `+`.
    var text: String
    /// The text in lower case.
    var word: String
    var range: Range<String.Index>
    /// Whether white space, or the start of the text, stands before it.
    var followsSpace: Bool
}

extension ArraySlice<RequirementToken> {
    /// Whether a code stands there, or a number that may be one.
    var mayNameCourse: Bool {
        indices.contains { index in
            let text = self[index].text
            let digits = text.filter { $0.isASCII && $0.isNumber }.count
            guard digits >= 2 else { return false }
            let isAfterSubject = index > startIndex && self[index - 1].text.allSatisfy { $0.isASCII && $0.isUppercase }
            return digits > 2 || isAfterSubject || text.first?.isNumber == false
        }
    }
}

/// Cuts a text into words and marks, in one pass. Unmatched parentheses are left out.
enum RequirementTokenizer {
    static func tokens(of text: String) -> [RequirementToken] {
        let scalars = text.unicodeScalars
        var tokens: [RequirementToken] = []
        var index = scalars.startIndex
        var followsSpace = true
        while index < scalars.endIndex {
            let start = index
            let scalar = scalars[index]
            index = scalars.index(after: index)
            if isSpace(scalar) {
                followsSpace = true
                continue
            }
            var kind = kind(of: scalar)
            if kind == .word { index = endOfWord(in: scalars, from: start) }
            var written = String(scalars[start..<index])
            if kind == .word, scalars[index...].starts(with: "(s)".unicodeScalars) {
                index = scalars.index(index, offsetBy: 3)
            }
            if kind == .word, let end = endOfSign(in: scalars, after: index, of: written) {
                written += scalars[index] == "+" ? "+" : "-"
                index = end
            } else if written == "&" {
                (kind, written) = (.word, "and")
            }
            tokens.append(
                RequirementToken(
                    kind: kind, text: written, word: written.lowercased(), range: start..<index, followsSpace: followsSpace))
            followsSpace = false
        }
        return withCommasInPlace(withoutEnumerators(balanced(tokens)))
    }

    /// "A and B or, C and D": a slip of the pen for "A and B, or C and D", where a code follows.
    private static func withCommasInPlace(_ tokens: [RequirementToken]) -> [RequirementToken] {
        var tokens = tokens
        for index in tokens.indices.dropLast(3) where index > 0 && ["or", "and"].contains(tokens[index].word) {
            guard tokens[index + 1].kind == .comma, tokens[index - 1].kind == .word,
                tokens[index + 2].text.allSatisfy({ $0.isASCII && $0.isUppercase }),
                tokens[index + 3].text.first?.isNumber == true
            else { continue }
            let (joint, comma) = (tokens[index], tokens[index + 1])
            tokens[index] = comma
            tokens[index + 1] = joint
            tokens[index].range = joint.range
            tokens[index + 1].range = comma.range
        }
        return tokens
    }

    /// The tokens without "(a)" and "(ii)" before the parts of a list.
    private static func withoutEnumerators(_ tokens: [RequirementToken]) -> [RequirementToken] {
        let places = tokens.indices.filter { index in
            tokens[index].kind == .open && index + 3 < tokens.count && tokens[index + 2].kind == .close
                && ["a", "b", "c", "d", "e", "i", "ii", "iii", "iv"].contains(tokens[index + 1].text)
        }
        guard !places.isEmpty else { return tokens }
        let dropped = places.reduce(into: Set<Int>()) { $0.formUnion($1..<$1 + 3) }
        return tokens.indices.filter { !dropped.contains($0) }.map { tokens[$0] }
    }

    private static func kind(of scalar: Unicode.Scalar) -> RequirementToken.Kind {
        switch scalar {
        case ",": .comma
        case ";": .semicolon
        case ":": .colon
        case ".": .period
        case "(", "[": .open
        case ")", "]": .close
        case "/": .slash
        case "*": .star
        case "%": .percent
        case "-", "\u{2013}", "\u{2014}", "\u{2212}": .dash
        default: isWordScalar(scalar) ? .word : .other
        }
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.value < 32 || scalar == "\u{200B}"
    }

    private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            ? isASCIIAlphanumeric(scalar)
            : scalar.properties.isAlphabetic || scalar.properties.canonicalCombiningClass != .notReordered
    }

    private static func isASCIIAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// A word goes on over an apostrophe, a hyphen or an underscore before a letter or digit, and over the point of a number.
    private static func endOfWord(in scalars: String.UnicodeScalarView, from start: String.Index) -> String.Index {
        var index = start
        var last = scalars[start]
        while index < scalars.endIndex {
            let scalar = scalars[index]
            if isWordScalar(scalar) {
                last = scalar
                index = scalars.index(after: index)
                continue
            }
            let next = scalars.index(after: index)
            guard next < scalars.endIndex else { return index }
            switch scalar {
            case "'", "\u{2019}", "-", "_", "\u{2010}", "\u{2011}": guard isWordScalar(scalars[next]) else { return index }
            case ".": guard isDigit(last), isDigit(scalars[next]) else { return index }
            default: return index
            }
            index = next
        }
        return index
    }

    /// The end of the sign of a letter grade such as `C-`.
    private static func endOfSign(
        in scalars: String.UnicodeScalarView, after index: String.Index, of word: String
    ) -> String.Index? {
        guard word.utf8.count == 1, ("A"..."F").contains(word), index < scalars.endIndex else { return nil }
        guard scalars[index] == "+" || kind(of: scalars[index]) == .dash else { return nil }
        let end = scalars.index(after: index)
        return end == scalars.endIndex || !isWordScalar(scalars[end]) ? end : nil
    }

    private static func balanced(_ tokens: [RequirementToken]) -> [RequirementToken] {
        var unmatched = Set<Int>()
        var open: [Int] = []
        for (index, token) in tokens.enumerated() {
            if token.kind == .open {
                open.append(index)
            } else if token.kind == .close, open.popLast() == nil {
                unmatched.insert(index)
            }
        }
        unmatched.formUnion(open)
        guard !unmatched.isEmpty else { return tokens }
        return tokens.enumerated().filter { !unmatched.contains($0.offset) }.map(\.element)
    }
}
