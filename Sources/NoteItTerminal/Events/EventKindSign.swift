import NoteItCore

extension Event.Kind {
    /// The name, after a sign of one cell where the terminal can draw it: sign and colour never stand alone.
    public func label(unicode: Bool) -> String { unicode ? "\(sign) \(rawValue)" : rawValue }

    private var sign: String {
        switch self {
        case .note: "·"
        case .question: "?"
        case .reminder: "◷"
        case .exam: "✱"
        case .notice: "◆"
        case .assignment: "✎"
        }
    }

    var tone: Tone {
        switch self {
        case .note: .note
        case .question: .question
        case .reminder: .reminder
        case .exam: .exam
        case .notice: .notice
        case .assignment: .assignment
        }
    }
}
