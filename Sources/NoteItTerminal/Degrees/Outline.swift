/// A heading with parts below it, which fold by depth.
struct Outline {
    var head: Styled
    /// Replaces the heading where the parts are folded.
    var folded: Styled?
    var parts: [Outline] = []

    /// - Parameters:
    ///   - depth: the levels that are shown, 1 for the heading alone; nil means all.
    ///   - lead: stands before each line.
    func lines(depth: Int? = nil, after lead: Styled = "", width: Int?, unicode: Bool) -> [Styled] {
        let isFolded = depth.map { $0 <= 1 } ?? false
        let own = (isFolded ? folded ?? head : head).wrapped(after: lead, width: width)
        guard !isFolded else { return own }
        let below = lead.text.isEmpty ? Styled() : Styled(String(repeating: " ", count: lead.width))
        return own + Self.lines(of: parts, depth: depth.map { $0 - 1 }, after: below, width: width, unicode: unicode)
    }

    /// The parts alone, each after a branch sign.
    static func lines(of parts: [Outline], depth: Int?, after lead: Styled, width: Int?, unicode: Bool) -> [Styled] {
        let signs = unicode ? (last: "└ ", other: "├ ", beside: "│ ") : (last: "- ", other: "- ", beside: "  ")
        return parts.enumerated().flatMap { index, part in
            let isLast = index == parts.count - 1
            var lines = part.lines(depth: depth, width: width.map { max(12, $0 - lead.width - 2) }, unicode: unicode)
            let first = lines.isEmpty ? Styled() : lines.removeFirst()
            return [lead + Styled(isLast ? signs.last : signs.other, .faint) + first]
                + lines.map { lead + Styled(isLast ? "  " : signs.beside, .faint) + $0 }
        }
    }
}
