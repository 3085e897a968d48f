extension String {
    /// The lines of this text, broken between words so that each takes at most `width` cells; nil breaks none.
    ///
    /// Continuation lines keep the indentation of their line. A word longer than a line is broken anywhere. Each line is
    /// `visible`.
    public func wrapped(to width: Int?) -> [String] {
        guard let width else { return visibleLines }
        return visibleLines.flatMap { $0.broken(to: max(8, width)) }
    }

    private func broken(to width: Int) -> [String] {
        if displayWidth <= width { return [self] }
        let margin = String(prefix { $0 == " " }.prefix(width / 2))
        let room = width - margin.count
        var (lines, line, used) = ([String](), "", 0)
        for word in split(separator: " ", omittingEmptySubsequences: true) {
            for piece in String(word).pieces(of: room) {
                let needed = piece.displayWidth
                if !line.isEmpty, used + 1 + needed > room {
                    lines.append(margin + line)
                    (line, used) = ("", 0)
                }
                line += (line.isEmpty ? "" : " ") + piece
                used = line.displayWidth
            }
        }
        return lines + [margin + line]
    }

    /// This word in pieces of at most `width` cells.
    private func pieces(of width: Int) -> [String] {
        if displayWidth <= width { return [self] }
        var (pieces, piece, used) = ([String](), "", 0)
        for character in self {
            let needed = character.displayWidth
            if used + needed > width, !piece.isEmpty {
                pieces.append(piece)
                (piece, used) = ("", 0)
            }
            piece.append(character)
            used += needed
        }
        return pieces + [piece]
    }
}

extension Styled {
    /// This text in lines of at most `width` cells, the first after `lead`, the others after as many spaces.
    /// - Parameter breaksWords: whether a word longer than a line is broken; if not, its line is too long.
    public func wrapped(after lead: Styled, width: Int?, breaksWords: Bool = true) -> [Styled] {
        var flow = Flow()
        for span in spans { flow.append(span.text, span.tone) }
        let margin = Styled(String(repeating: " ", count: lead.width))
        return flow.laid(width: width.map { $0 - lead.width }, breaksWords: breaksWords).enumerated()
            .map { ($0 == 0 ? lead : margin) + $1 }
    }

    /// This text in lines of at most `width` cells, each after the spaces at its beginning. A word longer than a line, such as
    /// an address to copy, is not broken. A text that fits stays as it is.
    func folded(to width: Int?) -> [Styled] {
        guard let width, self.width > width else { return [self] }
        let margin = String(text.prefix { $0 == " " })
        var flow = Flow()
        for span in spans { flow.append(span.text, span.tone, keepsSpaces: true) }
        return flow.laid(width: width - margin.count, breaksWords: false).map { Styled(margin) + $0 }
    }
}
