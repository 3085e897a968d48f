/// Takes comments and indentation out of modules and style sheets: a third of their compressed bytes.
///
/// Only comments that stand on lines of their own go. Their lines stay, empty, so that an error names the line of the source.
/// - Complexity: O(n).
struct Comments {
    private let source: [UInt8], isScript: Bool
    private var at = 0, output: [UInt8] = []
    /// Where the line begins in the output, and whether it has only spaces so far.
    private var line = 0, isBlank = true
    /// The braces that are open in each `${` around this place.
    private var braces: [Int] = []

    /// The files of the page, modules and style sheets without comments and indentation.
    static func removed(from files: [String: [UInt8]]) -> [String: [UInt8]] {
        Dictionary(
            uniqueKeysWithValues: files.map { name, bytes in
                let isScript = name.hasSuffix(".js")
                return (name, isScript || name.hasSuffix(".css") ? removed(from: bytes, isScript: isScript) : bytes)
            })
    }

    /// The file without comments and indentation; as it is if it cannot be read to its end.
    /// - Parameter isScript: whether it is JavaScript and not CSS.
    static func removed(from source: [UInt8], isScript: Bool) -> [UInt8] {
        var comments = Comments(source: source, isScript: isScript)
        return comments.read() ? comments.output : source
    }

    private init(source: [UInt8], isScript: Bool) {
        (self.source, self.isScript) = (source, isScript)
        output.reserveCapacity(source.count)
    }

    /// False if a text, a pattern or a comment has no end.
    private mutating func read() -> Bool {
        while let sign = next() {
            switch (sign, isScript) {
            case (" ", _) where isBlank: at += 1
            case ("/", _) where next(1) == "*": guard comment(to: "*/") else { return false }
            case ("/", true) where next(1) == "/": guard comment(to: "\n") else { return false }
            case ("\"", _), ("'", _): guard text(to: sign) else { return false }
            case ("/", true) where isPattern: guard pattern() else { return false }
            case ("`", true): guard template() else { return false }
            case ("}", true) where braces.last == 0:
                braces.removeLast()
                guard template() else { return false }
            case ("{", true), ("}", true):
                if !braces.isEmpty { braces[braces.count - 1] += sign == "{" ? 1 : -1 }
                copy()
            default: copy()
            }
        }
        return braces.isEmpty
    }

    private func next(_ ahead: Int = 0) -> Unicode.Scalar? {
        at + ahead < source.count ? Unicode.Scalar(source[at + ahead]) : nil
    }

    private mutating func copy() {
        let byte = source[at]
        output.append(byte)
        at += 1
        if byte == UInt8(ascii: "\n") { (line, isBlank) = (output.count, true) } else if !byte.isSpace { isBlank = false }
    }

    private mutating func comment(to end: String) -> Bool {
        let (begin, end) = (at, Array(end.utf8))
        at += 2
        while !source[at...].starts(with: end) {
            at += 1
            if at >= source.count { return false }
        }
        if end.count == 2 { at += 2 }
        let rest = source[at...].prefix { $0 != UInt8(ascii: "\n") }
        if isBlank, rest.allSatisfy(\.isSpace) {
            output.removeSubrange(line...)
            output += source[begin..<at].filter { $0 == UInt8(ascii: "\n") }
            line = output.count
            at += rest.count
        } else {
            output += source[begin..<at]
            isBlank = false
        }
        return true
    }

    private mutating func text(to quote: Unicode.Scalar) -> Bool {
        copy()
        while let sign = next(), sign != "\n" {
            if sign == "\\" { copy() }
            if at < source.count { copy() }
            if sign == quote { return true }
        }
        return false
    }

    /// From a backtick, or the `}` after which a template goes on, to the next `${` or the end.
    private mutating func template() -> Bool {
        copy()
        while let sign = next() {
            if sign == "\\" { copy() }
            if at < source.count { copy() }
            if sign == "`" { return true }
            if sign == "$", next() == "{" {
                copy()
                braces.append(0)
                return true
            }
        }
        return false
    }

    private mutating func pattern() -> Bool {
        var isClass = false
        copy()
        while let sign = next(), sign != "\n" {
            if sign == "\\" { copy() }
            if at < source.count { copy() }
            if sign == "[" { isClass = true } else if sign == "]" { isClass = false }
            if sign == "/", !isClass { return true }
        }
        return false
    }

    /// Whether a slash begins a regular expression here: no value is before it that it could divide.
    private var isPattern: Bool {
        let before = output.reversed().drop { $0.isSpace || $0 == UInt8(ascii: "\n") }
        guard let sign = before.first.map(Unicode.Scalar.init) else { return true }
        let word = String(decoding: before.prefix { Character(Unicode.Scalar($0)).isLetter }.reversed(), as: UTF8.self)
        return "(,=:[!&|?{;+-*%<>~^".unicodeScalars.contains(sign) || ["return", "case", "typeof", "of", "in"].contains(word)
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r") }
}
