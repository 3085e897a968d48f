import NoteItCore

/// A line of input at the bottom of the screen.
public struct LineField: Sendable, Equatable {
    public enum Step: Sendable, Equatable { case editing, entered, cancelled }

    public let question: String
    public private(set) var text: String

    public init(_ question: String, text: String = "") { (self.question, self.text) = (question, text) }

    /// The keys of a line: characters, pastes with their line ends, Backspace, Ctrl-U; Enter ends it, Escape and Ctrl-C cancel it.
    public mutating func press(_ key: Key) -> Step {
        switch key {
        case .letter(let character): if text.utf8.count < Self.most { text.append(character) }
        case .paste(let pasted): if text.utf8.count < Self.most { text += pasted }
        case .backspace: if text.popLast() == nil { return .cancelled }
        case .clear: text = ""
        case .enter: return .entered
        case .escape, .interrupt, .end: return .cancelled
        default: break
        }
        return .editing
    }

    /// The end of the text if it does not fit, and the column of the cursor.
    public func line(width: Int) -> (line: Styled, cursor: Int) {
        let lead = question.displayWidth + 2 < width / 2 ? question + " " : ""
        var (shown, room) = ("", width - lead.displayWidth - 1)
        for character in text.visible.reversed() {
            room -= character.displayWidth
            guard room >= 0 else { break }
            shown.insert(character, at: shown.startIndex)
        }
        let line = Styled(lead, .strong) + Styled(shown)
        return (line, line.width)
    }

    /// In bytes: more than a reply may have is refused by the server, with a reason.
    private static let most = 20_000
}
