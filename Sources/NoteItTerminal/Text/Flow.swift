import NoteItCore

/// Words with their tones, to be wrapped into lines.
struct Flow {
    private struct Word {
        /// Spaces before it, unless it begins a line.
        var gap: Int
        var spans: Styled
    }

    private var lines: [[Word]] = [[]]
    private var gap = 0

    /// - Parameter keepsSpaces: whether to keep repeated spaces, as in code.
    mutating func append(_ text: String, _ tone: Tone, keepsSpaces: Bool = false) {
        for (index, line) in text.visibleLines.enumerated() {
            if index > 0 { breakLine() }
            for piece in line.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
                if piece.offset > 0 { gap = keepsSpaces ? gap + 1 : 1 }
                if !piece.element.isEmpty { append(word: Styled(String(piece.element), tone)) }
            }
        }
    }

    /// A word without a space before it stays with the previous word.
    private mutating func append(word: Styled) {
        let last = lines.count - 1
        if gap == 0, let end = lines[last].indices.last {
            lines[last][end].spans += word
        } else {
            lines[last].append(Word(gap: gap, spans: word))
        }
        gap = 0
    }

    mutating func breakLine() {
        lines.append([])
        gap = 0
    }

    /// Lines of at most `width` cells; nil keeps only the explicit breaks.
    /// - Parameter breaksWords: whether a word longer than a line is broken anywhere; if not, its line is too long.
    func laid(width: Int?, breaksWords: Bool = true) -> [Styled] {
        lines.flatMap { Self.laid($0, width: width.map { max(8, $0) }, breaksWords: breaksWords) }
    }

    private static func laid(_ words: [Word], width: Int?, breaksWords: Bool) -> [Styled] {
        var (lines, line, used) = ([Styled](), Styled(), 0)
        for word in words {
            let (gap, needed) = (line.isEmpty ? 0 : word.gap, word.spans.width)
            if let width, !line.isEmpty, used + gap + needed > width {
                lines.append(line)
                (line, used) = (Styled(), 0)
            } else {
                line += Styled(String(repeating: " ", count: gap))
                used += gap
            }
            if let width, breaksWords, needed > width {
                let pieces = word.spans.pieces(of: width)
                lines += pieces.dropLast()
                line = pieces.last ?? Styled()
                used = line.width
            } else {
                line += word.spans
                used += needed
            }
        }
        return lines + [line]
    }
}

extension Styled {
    /// This text in pieces of at most `width` cells, each one character at least. O(n).
    fileprivate func pieces(of width: Int) -> [Styled] {
        var (pieces, piece, used) = ([Styled](), Styled(), 0)
        for span in spans {
            var text = ""
            for character in span.text {
                let needed = character.displayWidth
                if used > 0, used + needed > width {
                    pieces.append(piece + Styled(text, span.tone))
                    (piece, text, used) = (Styled(), "", 0)
                }
                text.append(character)
                used += needed
            }
            piece += Styled(text, span.tone)
        }
        return pieces + [piece]
    }
}
