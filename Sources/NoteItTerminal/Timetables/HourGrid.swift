import NoteItCore

/// Blocks in columns, such as days, with a row for each half hour.
struct HourGrid {
    struct Block {
        let column: Int
        /// When the block begins and ends, in minutes of the day.
        let start, end: Int
        let tone: Tone
        /// Whether the words of the block are grey.
        let isFaint: Bool
        /// The text of its rows, each cut to the cells that are given here.
        let words: (Int) -> [String]
        /// Names it below the grid if no row has room for it.
        let summary: String
    }

    let heads: [Styled]
    /// In each column by start and end.
    let blocks: [Block]
    /// The column and the minute of the day to mark.
    var now: (column: Int, minute: Int)?

    private typealias Signs = (bar: String, hour: String, now: String)

    /// How many minutes of the day a row of the grid stands for.
    private static let step = 30
    private static let widestCell = 24

    private var rows: [Int] {
        let first = (blocks.map(\.start).min() ?? 480) / 60 * 60
        return Array(stride(from: first, to: blocks.map(\.end).max() ?? 1_020, by: Self.step))
    }

    /// The width of a column. The labels of the hours take six cells.
    static func cell(_ width: Int?, columns: Int) -> Int { min(widestCell, max(6, ((width ?? 80) - 6) / columns)) }

    /// - Parameter width: the cells in a line; nil means 80.
    func lines(width: Int?, unicode: Bool) -> [Styled] {
        guard !blocks.isEmpty else { return [] }
        let cell = Self.cell(width, columns: heads.count)
        let (rows, signs): ([Int], Signs) = (rows, unicode ? ("▌", "·", "◀") : ("|", ".", "<"))
        let columns = heads.indices.map { column($0, rows, cell: cell, signs) }
        return [line(Styled(), heads, cell)]
            + rows.indices.map { row in line(label(rows[row]), columns.map { $0.cells[row] }, cell) }
            + columns.flatMap(\.hidden).map { Styled("      also \($0.summary)", .faint) }
    }

    private func isNow(_ row: Int) -> Bool { now.map { ($0.minute / Self.step) * Self.step == row } ?? false }

    private func label(_ row: Int) -> Styled {
        if isNow(row) { return Styled("now", .mine) }
        return Styled(row % 60 == 0 ? WallTime(minute: row)?.description ?? "" : "", .faint)
    }

    private func line(_ label: Styled, _ cells: [Styled], _ cell: Int) -> Styled {
        guard let last = cells.lastIndex(where: { !$0.isEmpty }) else { return label }
        return cells[...last].enumerated().reduce(label.padded(to: 6)) { line, entry in
            line + (entry.offset == last ? entry.element : entry.element.padded(to: cell))
        }
    }

    /// A column of the grid. Each row shows the block that began last. A block without a row is hidden: it is in other weeks,
    /// or short.
    private func column(_ column: Int, _ rows: [Int], cell: Int, _ signs: Signs) -> (cells: [Styled], hidden: [Block]) {
        let own = blocks.indices.filter { blocks[$0].column == column }
        var shown: [Int] = []
        let cells = rows.map { minute -> Styled in
            guard let index = own.last(where: { blocks[$0].start < minute + Self.step && blocks[$0].end > minute }) else {
                let isHere = isNow(minute) && now?.column == column
                return isHere ? Styled(signs.now, .mine) : Styled(minute % 60 == 0 ? signs.hour : "", .faint)
            }
            shown.append(index)
            return text(of: blocks[index], row: shown.count { $0 == index } - 1, room: cell - 2, mark: signs.bar)
        }
        return (cells, own.filter { !shown.contains($0) }.map { blocks[$0] })
    }

    private func text(of block: Block, row: Int, room: Int, mark: String) -> Styled {
        let words = block.words(room)
        let text = row < words.count ? words[row].truncated(to: room) : ""
        return Styled(mark, block.tone) + Styled(text, block.isFaint ? .faint : row == 0 ? block.tone : .plain)
    }
}
