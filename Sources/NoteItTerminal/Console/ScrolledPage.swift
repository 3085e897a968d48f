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

/// Moving through text that is longer than the screen.
enum Scroll {
    static func moved(_ top: Int, _ key: Key, count: Int, room: Int) -> Int {
        let most = max(0, count - room)
        switch key {
        case .down, .letter("j"): return min(most, top + 1)
        case .up, .letter("k"): return max(0, min(most, top) - 1)
        case .pageDown, .letter(" "): return min(most, top + max(1, room - 1))
        case .pageUp, .letter("b"): return max(0, min(most, top) - max(1, room - 1))
        case .home, .letter("g"): return 0
        case .letter("G"): return most
        default: return min(most, top)
        }
    }
}
