import NoteItCore

/// Texts from FTS5's `highlight`, with U+0001 before and U+0002 after each match, the U+0003 of `separatedForIndex` and the U+0004 of
/// `namesForIndex`. Stored texts hold none of them.
extension MarkedText {
    init(highlighted text: String) {
        var (plain, marks, start) = (String.UnicodeScalarView(), [Mark](), Int?.none)
        var (count, isRepeated) = (0, false)
        func end() { if let start { marks.append(Mark(from: start, to: count)) } }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\u{1}": start = count
            case "\u{2}":
                end()
                start = nil
            case "\u{3}": continue
            case "\u{4}":
                end()
                (start, count, isRepeated) = (start.map { _ in 0 }, 0, true)
            default:
                if !isRepeated { plain.append(scalar) }
                count += 1
            }
        }
        self.init(String(plain), marks: isRepeated ? Self.united(marks) : marks)
    }

    /// In order, and those that overlap as one.
    private static func united(_ marks: [Mark]) -> [Mark] {
        marks.sorted { ($0.from, $1.to) < ($1.from, $0.to) }.reduce(into: []) { united, mark in
            guard let last = united.last, mark.from < last.to else { return united.append(mark) }
            united[united.count - 1].to = max(last.to, mark.to)
        }
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
    /// Names of files as the index takes them: whole, and after U+0004 once more with their words divided, if that differs.
    var namesForIndex: String {
        let divided = dividedName(UnspacedScript.separator)
        return divided == self ? separatedForIndex : "\(separatedForIndex)\u{4}\(divided.separatedForIndex)"
    }

    /// The number of matches that `highlight` marked.
    var countOfMarks: Int { utf8.reduce(0) { $0 + ($1 == 1 ? 1 : 0) } }
}
