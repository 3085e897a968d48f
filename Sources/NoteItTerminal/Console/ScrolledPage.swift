/// A page that may be longer than the terminal, moved by keys.
public struct ScrolledPage: Sendable, Equatable {
    private let lines: [Styled]
    private var top = 0

    public init(_ lines: [Styled]) { self.lines = lines }

    /// - Returns: false to go back.
    public mutating func press(_ key: Key, height: Int) -> Bool {
        switch key {
        case .enter, .escape, .left, .letter("q"), .letter("h"), .interrupt, .end: return false
        default: top = Scroll.moved(top, key, count: lines.count, room: max(1, height - 2))
        }
        return true
    }

    /// Less than `height` lines: the cursor needs one too.
    public func shown(width: Int, height: Int) -> [Styled] {
        let room = max(1, height - 2)
        let first = min(top, max(0, lines.count - room))
        let help = lines.count > room ? "arrows: scroll  q: back" : "q: back"
        return (lines.dropFirst(first).prefix(room) + [Styled(help, .faint)]).map { $0.truncated(to: width) }
    }
}
