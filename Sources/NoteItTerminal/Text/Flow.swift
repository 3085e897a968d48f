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
    mutating func add(_ text: String, _ tone: Tone, keepsSpaces: Bool = false) {
        for (index, line) in text.visibleLines.enumerated() {
            if index > 0 { breakLine() }
            for piece in line.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
                if piece.offset > 0 { gap = keepsSpaces ? gap + 1 : 1 }
                if !piece.element.isEmpty { add(word: Styled(String(piece.element), tone)) }
            }
        }
    }

    /// A word without a space before it stays with the previous word.
    private mutating func add(word: Styled) {
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

    /// Lines of at most `width` cells; nil keeps only the explicit breaks. A word longer than a line is broken anywhere.
    func laid(width: Int?) -> [Styled] { lines.flatMap { Self.laid($0, width: width.map { max(8, $0) }) } }

    private static func laid(_ words: [Word], width: Int?) -> [Styled] {
        var (lines, line) = ([Styled](), Styled())
        for word in words {
            let gap = line.isEmpty ? 0 : word.gap
            if let width, !line.isEmpty, line.width + gap + word.spans.width > width {
                lines.append(line)
                line = Styled()
            } else {
                line += Styled(String(repeating: " ", count: gap))
            }
            line += word.spans
            while let width, line.width > width {
                let (head, tail) = line.split(at: width)
                lines.append(head)
                line = tail
            }
        }
        return lines + [line]
    }
}

extension Styled {
    /// The longest beginning of at most `width` cells, one character at least, and the rest.
    fileprivate func split(at width: Int) -> (Styled, Styled) {
        var (head, tail, room) = (Styled(), Styled(), width)
        for span in spans {
            var kept = ""
            for character in span.text {
                let needed = character.displayWidth
                guard tail.isEmpty, kept.count < span.text.count, needed <= room || (head.isEmpty && kept.isEmpty) else {
                    break
                }
                kept.append(character)
                room -= needed
            }
            let rest = String(span.text.dropFirst(kept.count))
            head += Styled(kept, span.tone)
            tail += Styled(rest, span.tone)
            if !rest.isEmpty { room = -1 }
        }
        return (head, tail)
    }
}
