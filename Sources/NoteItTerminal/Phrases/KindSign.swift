import NoteItCore

extension Event.Kind {
    /// A sign of one cell before the name, where the terminal can draw it: a kind is never told by sign or colour alone.
    public func label(unicode: Bool) -> String { unicode ? "\(sign) \(rawValue)" : rawValue }

    private var sign: String {
        switch self {
        case .note: "·"
        case .question: "?"
        case .reminder: "◷"
        case .exam: "✱"
        case .notice: "◆"
        }
    }
}
