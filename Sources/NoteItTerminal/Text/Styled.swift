import NoteItCore

/// The meaning of a piece of text, which decides its colour.
public enum Tone: Sendable, Equatable {
    case plain, strong, faint, good, warning, bad, heading, mine
    case note, question, reminder, exam, notice, assignment
    case high, medium, low
    case code, maths, link, emphasis, struck, match
    /// The tone of today in a calendar.
    case today
    /// The tone of a QR code: light modules are characters, dark ones spaces.
    case scanned
}

/// A line of text in spans with tones. It never holds control characters: every text is made `visible` first.
public struct Styled: Sendable, Equatable, ExpressibleByStringInterpolation {
    public struct Span: Sendable, Equatable {
        public var text: String
        public var tone: Tone
    }

    public private(set) var spans: [Span]

    public init(_ text: String = "", _ tone: Tone = .plain) {
        spans = text.isEmpty ? [] : [Span(text: text.visible, tone: tone)]
    }

    public init(stringLiteral text: String) { self.init(text) }

    /// The text without its tones.
    public var text: String { spans.map(\.text).joined() }
    public var isEmpty: Bool { spans.isEmpty }
    /// The width in terminal cells.
    public var width: Int { spans.reduce(0) { $0 + $1.text.displayWidth } }

    public static func + (left: Styled, right: Styled) -> Styled {
        var sum = left
        sum.spans += right.spans
        return sum
    }

    public static func += (left: inout Styled, right: Styled) { left.spans += right.spans }

    /// The longest beginning that fits `width` cells, with an ellipsis if the text is cut.
    public func truncated(to width: Int) -> Styled {
        if self.width <= width { return self }
        var (result, room) = (Styled(), width)
        for span in spans {
            let needed = span.text.displayWidth
            if needed >= room {
                // One cell too many, so that a piece that just fits gets the ellipsis too.
                let piece = needed == room ? (span.text + " .").truncated(to: room) : span.text.truncated(to: room)
                return result + Styled(piece, span.tone)
            }
            result.spans.append(span)
            room -= needed
        }
        return result
    }

    /// This text with spaces after it, or before it, up to `width` cells.
    public func padded(to width: Int, right: Bool = false) -> Styled {
        let gap = Styled(String(repeating: " ", count: max(0, width - self.width)))
        return right ? gap + self : self + gap
    }
}

extension [Styled] {
    /// The non-empty parts, with `separator` between them.
    public func joined(by separator: Styled) -> Styled {
        filter { !$0.isEmpty }.enumerated().reduce(Styled()) { $0 + ($1.offset == 0 ? $1.element : separator + $1.element) }
    }
}
