import NoteItCore

/// Terms in columns, as many side by side as fit.
struct TermBoard {
    /// A course, or credits that no course is named for.
    struct Item {
        var sign: Styled
        var name: Styled
        var credits: Styled
        /// A grade, or the numbers of problems.
        var mark: Styled = ""
    }

    struct Column {
        var heading: Styled
        var items: [Item]
        var footer: Styled
    }

    let columns: [Column]

    private static let gap = 3
    private static let widestName = 28

    /// - Parameter width: the cells in a line; nil means 80.
    func lines(width: Int?) -> [Styled] {
        let width = width ?? 80
        let cell = min(width, cell)
        let across = max(1, (width + Self.gap) / (cell + Self.gap))
        let blocks = stride(from: 0, to: columns.count, by: across).map { first in
            block(columns[first..<min(columns.count, first + across)].map { lines(of: $0, cell) }, cell)
        }
        return Array(blocks.joined(separator: [Styled()]))
    }

    private var items: [Item] { columns.flatMap(\.items) }
    private var nameWidth: Int { min(Self.widestName, items.map(\.name.width).max() ?? 0) }
    private var creditsWidth: Int { items.map(\.credits.width).max() ?? 0 }

    private var cell: Int {
        let marks = items.map(\.mark.width).max() ?? 0
        let widest = 2 + nameWidth + 2 + creditsWidth + (marks == 0 ? 0 : 1 + marks)
        return max(widest, columns.map { max($0.heading.width, $0.footer.width + 2) }.max() ?? 0)
    }

    private func lines(of column: Column, _ cell: Int) -> [Styled] {
        let marks = items.map(\.mark.width).max() ?? 0
        let room = max(8, cell - 4 - creditsWidth - (marks == 0 ? 0 : 1 + marks))
        let items = column.items.map { item in
            let name = item.name.truncated(to: min(nameWidth, room)).padded(to: min(nameWidth, room))
            let line = item.sign.padded(to: 2) + name + "  " + item.credits.padded(to: creditsWidth, right: true)
            return (item.mark.isEmpty ? line : line + " " + item.mark).truncated(to: cell)
        }
        return [column.heading] + items + [Styled("  ") + column.footer]
    }

    private func block(_ columns: [[Styled]], _ cell: Int) -> [Styled] {
        (0..<(columns.map(\.count).max() ?? 0)).map { row in
            let filled = columns.lastIndex { row < $0.count } ?? 0
            return columns[...filled].enumerated().reduce(Styled()) { line, entry in
                let piece = row < entry.element.count ? entry.element[row] : Styled()
                return line + (entry.offset == filled ? piece : piece.padded(to: cell + Self.gap))
            }
        }
    }
}

/// The signs of courses on boards and in audits.
struct DegreeSigns {
    let unicode: Bool

    func sign(_ status: DegreeAudit.Status) -> Styled {
        switch status {
        case .done: Styled(unicode ? "✓" : "+", .good)
        case .inProgress: Styled(unicode ? "▸" : ">", .notice)
        case .planned: Styled(unicode ? "·" : "-", .faint)
        case .missing: Styled("!", .bad)
        }
    }

    /// The sign of a course that was taken and does not count.
    var failed: Styled { Styled(unicode ? "✗" : "x", .faint) }
    var critical: Styled { Styled(unicode ? "◆" : "*", .mine) }
}

extension DegreeAudit.Status {
    var name: String { self == .inProgress ? "in progress" : rawValue }
}
