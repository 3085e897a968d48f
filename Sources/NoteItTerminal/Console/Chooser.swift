/// A question with numbered choices: a number of the list takes one, letters narrow the list, `b` goes back, `q` cancels.
public struct Chooser: Sendable {
    public struct Choice: Sendable {
        /// Typing this whole key takes the choice; case is ignored.
        public var key: String
        public var cells: [Styled]

        public init(key: String, cells: [Styled]) { (self.key, self.cells) = (key, cells) }
    }

    /// What a person answered.
    public enum Answer: Sendable, Equatable {
        /// The person took the choice with this index.
        case taken(Int)
        case back
        /// The person wrote words that no choice has.
        case other(String)
    }

    public var question: String
    public var choices: [Choice]

    public init(_ question: String, _ choices: [Choice]) { (self.question, self.choices) = (question, choices) }

    /// The effect of a typed answer.
    enum Step: Equatable {
        case taken(Int)
        case narrowed([Int])
        case cancelled
        case notListed
        case unknown
    }

    /// - Parameter shown: the indices of the displayed choices, in order.
    func step(_ answer: String, shown: [Int]) -> Step {
        let answer = answer.lowercased()
        if answer == "q" { return .cancelled }
        if answer.isEmpty { return .narrowed(Array(choices.indices)) }
        // A number is a place in the list; `01` and the like are only keys.
        if answer.first != "0", let number = Int(answer), shown.indices.contains(number &- 1) {
            return .taken(shown[number - 1])
        }
        if let exact = choices.firstIndex(where: { $0.key.lowercased() == answer }) { return .taken(exact) }
        if Int(answer) != nil { return .notListed }
        let words = answer.split(separator: " ")
        let found = choices.indices.filter { index in
            let text = choices[index].cells.map(\.text).joined(separator: " ").lowercased()
            return words.allSatisfy { text.contains($0) }
        }
        return found.isEmpty ? .unknown : found.count == 1 ? .taken(found[0]) : .narrowed(found)
    }

    /// Asks on standard error until a choice is taken. Returns its index. Throws `Cancelled`.
    public func ask(_ console: Console) throws(Cancelled) -> Int {
        while true {
            if case .taken(let index) = try answer(console, hint: "number, letters to search, q cancels", goesBack: false) {
                return index
            }
            console.say(Styled("No choice matches.", .warning))
        }
    }

    /// Asks on standard error as one of several steps. Throws `Cancelled`.
    /// - Parameter others: what else a person may type, such as `a course code`.
    public func answer(_ console: Console, others: String) throws(Cancelled) -> Answer {
        try answer(console, hint: "number, letters to search, \(others), b back, q cancels", goesBack: true)
    }

    private func answer(_ console: Console, hint: String, goesBack: Bool) throws(Cancelled) -> Answer {
        var shown = show(Array(choices.indices), console)
        while true {
            let typed = try console.ask(Styled("\(question) (\(hint)): ", .strong))
            if goesBack, ["b", "back"].contains(typed.lowercased()) { return .back }
            switch step(typed, shown: shown) {
            case .taken(let index): return .taken(index)
            case .cancelled: throw Cancelled()
            case .unknown: return .other(typed)
            case .notListed: console.say(Styled("\(typed) is not on the list; choose from 1 to \(shown.count).", .warning))
            case .narrowed(let found): shown = show(found, console)
            }
        }
    }

    /// Lists the choices, as far as they fit.
    /// - Returns: the listed ones. Only they can be taken by number.
    private func show(_ indices: [Int], _ console: Console) -> [Int] {
        let (most, width) = (max(5, Console.height - 4), console.width ?? 80)
        var table = Table([.init("", right: true)] + (choices.first?.cells ?? []).map { _ in Table.Column("", least: 6) })
        table.indent = 1
        for (position, index) in indices.enumerated() {
            table.addRow([Styled("\(position + 1)", .faint)] + choices[index].cells)
        }
        let rows = table.lines(width: width)
        let shown = Self.inColumns(rows, height: most, width: width)
        for line in shown.lines { console.say(line) }
        if shown.count < rows.count {
            console.say(Styled("    and \(rows.count - shown.count) more: type some letters", .faint))
        }
        return Array(indices.prefix(shown.count))
    }

    /// Sets rows in columns, top to bottom, as far as they fit.
    /// - Returns: the lines, at most `height`, and the number of rows in them.
    static func inColumns(_ rows: [Styled], height: Int, width: Int) -> (lines: [Styled], count: Int) {
        let cell = (rows.map(\.width).max() ?? 0) + 2
        let needed = (rows.count + height - 1) / height
        let columns = max(1, min(needed, (width + 2) / max(1, cell)))
        let tall = min(height, (rows.count + columns - 1) / columns)
        let lines = (0..<tall).map { line in
            let pieces = stride(from: line, to: min(rows.count, tall * columns), by: tall).map { rows[$0] }
            return pieces.dropLast().reduce(Styled()) { $0 + $1.padded(to: cell) } + (pieces.last ?? "")
        }
        return (lines, min(rows.count, tall * columns))
    }
}
