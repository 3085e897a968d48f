import NoteItCore

/// Texts from FTS5's `highlight`, with U+0001 before and U+0002 after each match, and the U+0003 of `separatedForIndex`. Stored
/// texts hold none of them.
extension MarkedText {
    init(highlighted text: String) {
        var (plain, marks, start) = (String.UnicodeScalarView(), [Mark](), 0)
        var count = 0
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\u{1}": start = count
            case "\u{2}": marks.append(Mark(from: start, to: count))
            case "\u{3}": continue
            default:
                plain.append(scalar)
                count += 1
            }
        }
        self.init(String(plain), marks: marks)
    }

    /// At most `length` code points around the first mark, cut between words if possible, with `…` for what is left out.
    func excerpt(length: Int = 200, before lead: Int = 60) -> MarkedText {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count > length else { return self }
        func isSpace(_ index: Int) -> Bool { scalars[index].properties.isWhitespace }
        var start = max(0, min((marks.first?.from ?? 0) - lead, scalars.count - length))
        if start > 0, let space = (start..<start + lead / 2).first(where: isSpace) { start = space + 1 }
        var end = min(scalars.count, start + length)
        if end < scalars.count, let space = (end - lead / 2..<end).last(where: isSpace) { end = space }
        let (opening, closing) = (start > 0 ? "…" : "", end < scalars.count ? "…" : "")
        let shift = start - opening.unicodeScalars.count
        let inside = marks.filter { $0.from >= start && $0.to <= end }
        return MarkedText(
            opening + String(String.UnicodeScalarView(scalars[start..<end])) + closing,
            marks: inside.map { Mark(from: $0.from - shift, to: $0.to - shift) })
    }
}

extension String {
    /// The number of matches that `highlight` marked.
    var countOfMarks: Int { utf8.reduce(0) { $0 + ($1 == 1 ? 1 : 0) } }
}
