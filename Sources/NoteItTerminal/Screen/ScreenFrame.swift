import NoteItCore

/// The size of a terminal in cells.
public struct ScreenSize: Sendable, Equatable {
    public var width, height: Int

    public init(width: Int, height: Int) { (self.width, self.height) = (max(1, width), max(1, height)) }
}

/// A whole screen: exactly `size.height` lines, none wider than `size.width`.
public struct ScreenFrame: Sendable, Equatable {
    public struct Place: Sendable, Equatable, Memberwise {
        /// Counted from 0 at the top left.
        public var row, column: Int
    }

    public let size: ScreenSize
    public let lines: [Styled]
    /// Where the cursor is shown; nil hides it.
    public let cursor: Place?

    /// Cuts what does not fit, and adds empty lines.
    public init(_ lines: [Styled], size: ScreenSize, cursor: Place? = nil) {
        let fitted = lines.prefix(size.height).map { $0.calm.truncated(to: size.width) }
        self.size = size
        self.lines = fitted + Array(repeating: Styled(), count: size.height - fitted.count)
        self.cursor = cursor.map { Place(row: $0.row, column: min($0.column, size.width - 1)) }
    }
}

extension ScreenFrame {
    /// The text and escape sequences that turn `old`, which the terminal shows, into this frame: only lines that differ are
    /// drawn. Empty if nothing differs.
    /// - Parameter old: nil, or of another size: the terminal is cleared first.
    public func difference(from old: ScreenFrame?, _ palette: Palette) -> String {
        let known = old.flatMap { $0.size == size ? $0 : nil }
        var text = known == nil ? Control.clear : ""
        for (row, line) in lines.enumerated() where line != known?.lines[row] ?? Styled() {
            text += Control.place(Place(row: row, column: 0)) + palette.paint(line)
            // In the last column an erasure would take the last character.
            if line.width < size.width { text += Control.eraseRest }
        }
        guard !text.isEmpty || cursor != known?.cursor else { return "" }
        guard let cursor else { return known?.cursor == nil ? text : Control.hideCursor + text }
        return Control.hideCursor + text + Control.place(cursor) + Control.showCursor
    }
}

/// Control sequences of ECMA-48 and xterm, which every terminal of today knows.
enum Control {
    static let clear = "\u{1B}[2J"
    static let eraseRest = "\u{1B}[K"
    static let hideCursor = "\u{1B}[?25l"
    static let showCursor = "\u{1B}[?25h"
    /// The alternate screen, without wrapping: a character that a terminal draws wider than expected stays in its line. Pastes are
    /// marked, so that no line of one is a command.
    static let enter = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?25l\u{1B}[?2004h"
    static let leave = "\u{1B}[0m\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    static func place(_ place: ScreenFrame.Place) -> String { "\u{1B}[\(place.row + 1);\(place.column + 1)H" }
}

extension Styled {
    /// The most code points of a character: the longest emoji have eleven.
    private static let longest = 12

    /// This line without the rest of endless combining marks, which terminals draw over the lines around it.
    var calm: Styled {
        guard spans.contains(where: { $0.text.utf8.count > Self.longest && $0.text.contains(where: \.isEndless) }) else {
            return self
        }
        return spans.reduce(Styled()) { line, span in
            line
                + Styled(
                    span.text.reduce(into: "") { text, character in
                        text.unicodeScalars.append(contentsOf: character.unicodeScalars.prefix(Self.longest))
                    }, span.tone)
        }
    }
}

extension Character {
    fileprivate var isEndless: Bool { utf8.count > 12 && unicodeScalars.count > 12 }
}
