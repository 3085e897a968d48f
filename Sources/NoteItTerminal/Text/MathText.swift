/// A text whose maths, `$...$` and `$$...$$`, is hidden from the Markdown parser: placeholders from a private-use area
/// replace it.
///
/// The rules are pandoc's: no space after an opening `$` or before a closing one, and no digit after a closing one, so that
/// prices stay text. Maths ends with its paragraph, and before code. In code and after a backslash, a dollar sign is text.
struct MathText {
    enum Piece: Equatable { case text(String), maths(String) }

    /// The text for the parser.
    private(set) var source = ""
    private var formulas: [String] = []

    /// Longer formulas stay text, so that parsing is linear.
    private static let longest = 2_000
    private static let (opening, closing): (Unicode.Scalar, Unicode.Scalar) = ("\u{E000}", "\u{E001}")

    init(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        guard scalars.contains("$"), !scalars.contains(Self.opening), !scalars.contains(Self.closing) else {
            source = text
            return
        }
        var (result, index) = (String.UnicodeScalarView(), 0)
        while index < scalars.count {
            let end = Self.end(ofPieceAt: index, in: scalars)
            if scalars[index] == "$", end > index + 1 {
                result.append(Self.opening)
                result.append(contentsOf: String(formulas.count).unicodeScalars)
                result.append(Self.closing)
                formulas.append(String(String.UnicodeScalarView(scalars[index..<end])))
            } else {
                result.append(contentsOf: scalars[index..<end])
            }
            index = end
        }
        source = String(result)
    }

    /// The end of the maths, the code or the single character that begins at `index`.
    private static func end(ofPieceAt index: Int, in text: [Unicode.Scalar]) -> Int {
        switch text[index] {
        case "\\": min(index + 2, text.count)
        case "`", "~": endOfCode(at: index, in: text)
        case "$": endOfMaths(at: index, in: text) ?? index + 1
        default: index + 1
        }
    }

    private static func endOfMaths(at index: Int, in text: [Unicode.Scalar]) -> Int? {
        let isDisplay = index + 1 < text.count && text[index + 1] == "$"
        let start = index + (isDisplay ? 2 : 1)
        guard start < text.count, isDisplay || !text[start].properties.isWhitespace else { return nil }
        for end in start..<min(text.count, start + longest) {
            if text[end] == "`" || (text[end] == "\n" && end + 1 < text.count && text[end + 1] == "\n") { return nil }
            guard text[end] == "$", text[end - 1] != "\\", end > start else { continue }
            if isDisplay {
                if end + 1 < text.count, text[end + 1] == "$" { return end + 2 }
            } else if !text[end - 1].properties.isWhitespace, end + 1 == text.count || !isDigit(text[end + 1]) {
                return end + 1
            }
        }
        return nil
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// The index after the run of signs that closes the one at `index`; without one, after the opening run.
    private static func endOfCode(at index: Int, in text: [Unicode.Scalar]) -> Int {
        let sign = text[index]
        func run(at place: Int) -> Int { text[place...].prefix { $0 == sign }.count }
        let length = run(at: index)
        guard sign == "`" || length >= 3 else { return index + length }
        var place = index + length
        let bound = length >= 3 ? text.count : min(text.count, place + longest)
        while place < bound {
            guard text[place] == sign else {
                place += 1
                continue
            }
            let found = run(at: place)
            place += found
            if found == length || (length >= 3 && found > length) { return place }
        }
        return length >= 3 ? text.count : index + length
    }

    /// A part of the parsed text, split into text and maths.
    func pieces(of text: String) -> [Piece] {
        guard !formulas.isEmpty else { return [.text(text)] }
        var (pieces, rest) = ([Piece](), text.unicodeScalars[...])
        while let start = rest.firstIndex(of: Self.opening), let end = rest[start...].firstIndex(of: Self.closing) {
            if start > rest.startIndex { pieces.append(.text(String(rest[..<start]))) }
            if let number = Int(String(rest[start..<end].dropFirst())), formulas.indices.contains(number) {
                pieces.append(.maths(formulas[number]))
            }
            rest = rest[rest.index(after: end)...]
        }
        return rest.isEmpty ? pieces : pieces + [.text(String(rest))]
    }

    /// A part of the parsed text with its maths restored.
    func restored(_ text: String) -> String {
        pieces(of: text).map { piece in
            switch piece {
            case .text(let text), .maths(let text): text
            }
        }.joined()
    }
}
